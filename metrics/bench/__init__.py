"""How fast the arithmetic is, against a widely used package and against plain Python."""
