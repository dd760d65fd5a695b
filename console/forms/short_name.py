"""What is said of a short name that cannot be one: of a study, a batch or a release."""

ERRORS = {"invalid": "Only letters, digits, - and _ can be used, got “%(value)s”."}
