"""How often somebody who does not read passes a check (HighRES, section 4)."""

from math import comb


def ranking_chance(n_controls: int = 3, n_values: int = 100) -> float:
    """Probability that random ratings put controls in their one right order, strictly.

    Ties fail, so of ``n_values**n_controls`` outcomes those pass that choose as many different
    values: ``comb(n_values, n_controls)``, each in one order.

    Parameters
    ----------
    n_controls : int
        Controls in a task, at least 1.
    n_values : int
        Steps of the scale, at least 1.

    Returns
    -------
    float
        In [0, 1].

    Raises
    ------
    ValueError
        If an argument is below 1.

    Examples
    --------
    >>> ranking_chance()
    0.1617
    """
    for name, value in (("n_controls", n_controls), ("n_values", n_values)):
        if value < 1:
            raise ValueError(f"{name} must be at least 1, got {value}")
    return float(comb(n_values, n_controls) / n_values**n_controls)


def statements_chance(n_statements: int = 1) -> float:
    """Probability that guessing answers True/False statements all right.

    Parameters
    ----------
    n_statements : int
        At least 0; without a statement everybody passes.

    Returns
    -------
    float
        In (0, 1].

    Raises
    ------
    ValueError
        If ``n_statements`` is negative.

    Examples
    --------
    >>> statements_chance(1), statements_chance(3)
    (0.5, 0.125)
    """
    if n_statements < 0:
        raise ValueError(f"n_statements must be at least 0, got {n_statements}")
    return 0.5**n_statements
