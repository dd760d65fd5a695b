"""Qualification tests as requesters send them: a QuestionForm and its AnswerKey."""

DATA = "http://mechanicalturk.amazonaws.com/AWSMechanicalTurkDataSchemas"
FORM_NAMESPACE = f"{DATA}/2017-11-06/QuestionForm.xsd"
KEY_NAMESPACE = f"{DATA}/2005-10-01/AnswerKey.xsd"


def form(*questions: str, namespace: str = FORM_NAMESPACE) -> str:
    return f'<QuestionForm xmlns="{namespace}">{"".join(questions)}</QuestionForm>'


def asked(identifier: str, specification: str, *, required: bool = True, text: str = "?") -> str:
    return (
        f"<Question><QuestionIdentifier>{identifier}</QuestionIdentifier>"
        f"<IsRequired>{str(required).lower()}</IsRequired>"
        f"<QuestionContent><Text>{text}</Text></QuestionContent>"
        f"<AnswerSpecification>{specification}</AnswerSpecification></Question>"
    )


def selection(*identifiers: str, most: int = 1, style: str = "radiobutton") -> str:
    options = "".join(
        f"<Selection><SelectionIdentifier>{name}</SelectionIdentifier>"
        f"<Text>Answer {name}</Text></Selection>"
        for name in identifiers
    )
    return (
        f"<SelectionAnswer><MinSelectionCount>1</MinSelectionCount>"
        f"<MaxSelectionCount>{most}</MaxSelectionCount><StyleSuggestion>{style}</StyleSuggestion>"
        f"<Selections>{options}</Selections></SelectionAnswer>"
    )


def free_text(constraints: str = "", lines: int = 1) -> str:
    held = f"<Constraints>{constraints}</Constraints>" if constraints else ""
    return (
        f"<FreeTextAnswer>{held}<NumberOfLinesSuggestion>{lines}</NumberOfLinesSuggestion>"
        f"</FreeTextAnswer>"
    )


def key(*questions: str, mapping: str = "") -> str:
    held = f"<QualificationValueMapping>{mapping}</QualificationValueMapping>" if mapping else ""
    return f'<AnswerKey xmlns="{KEY_NAMESPACE}">{"".join(questions)}{held}</AnswerKey>'


def scored(identifier: str, options: dict[str, int], otherwise: int | None = None) -> str:
    """Options by their selections, several joined by a plus sign."""
    rows = "".join(
        "<AnswerOption>"
        + "".join(f"<SelectionIdentifier>{n}</SelectionIdentifier>" for n in names.split("+"))
        + f"<AnswerScore>{score}</AnswerScore></AnswerOption>"
        for names, score in options.items()
    )
    default = "" if otherwise is None else f"<DefaultScore>{otherwise}</DefaultScore>"
    return (
        f"<Question><QuestionIdentifier>{identifier}</QuestionIdentifier>{rows}{default}</Question>"
    )


def percentage(most: int) -> str:
    return f"<PercentageMapping><MaximumSummedScore>{most}</MaximumSummedScore></PercentageMapping>"


# Two True/False statements and a choice of two words: what a lab would ask.
READING = form(
    "<Overview><Title>Reading</Title><FormattedContent><![CDATA[<p>Read <b>well</b>.</p>"
    "<ul><li>slowly</li></ul>]]></FormattedContent></Overview>",
    asked("stayed", selection("true", "false"), text="She stayed in office."),
    asked("left", selection("true", "false", style="dropdown"), text="He left &lt;early&gt;."),
    asked("words", selection("a", "b", "c", most=2), text="Which two words matter?"),
    asked("why", free_text(lines=3), required=False, text="Why?"),
)
READING_KEY = key(
    scored("stayed", {"false": 1}),
    scored("left", {"true": 1}),
    scored("words", {"a+b": 1}, otherwise=-1),
    mapping=percentage(3),
)
