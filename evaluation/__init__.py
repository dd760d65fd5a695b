"""Content, fluency and clarity HITs, the ratings they bring, and the results made of them."""
