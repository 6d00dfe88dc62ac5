"""Questions for attributes of invented subjects, with the sentences of their documents."""

from attribute_documents import HEADINGS, AttributeDocument, Subject, sampled_document
from pair import Pair
from value_sampler import ValueSampler
from word_lists import ATTRIBUTES, Attribute
from wording import as_typed, capitalised

QUESTIONS_PER_DOCUMENT = 3
#: Of the questions, those for an attribute that the document states.
SHARE_OF_STATED = 0.6
#: Kinds of values that stand in the cells of tables.
TABULAR_KINDS = ("mass", "len", "money", "year", "count", "person", "place", "duration", "colour", "temp")
TABLE_COLUMNS = 3


def attribute_pairs(values: ValueSampler, count: int) -> list[Pair]:
    """count pairs; the last document may be cut short."""
    pairs: list[Pair] = []
    while len(pairs) < count:
        pairs += pairs_of_document(values)
    return pairs[:count]


def pairs_of_document(values: ValueSampler) -> list[Pair]:
    """A document, questions for one of its subjects, and sometimes a table with that subject's row."""
    document = sampled_document(values)
    subject = values.one_of(document.subjects)
    section = values.one_of(HEADINGS) if values.rng.random() < 0.4 else ""
    pairs: list[Pair] = []
    for _ in range(QUESTIONS_PER_DOCUMENT):
        pairs += pairs_of_question(document, subject, section, values)
    if values.rng.random() < 0.15:
        pairs += table_pairs(document, subject, section, values)
    return pairs


def pairs_of_question(
    document: AttributeDocument, subject: Subject, section: str, values: ValueSampler
) -> list[Pair]:
    """One question with sentences that answer it, if any do, and some that do not."""
    stated = [attribute for attribute, _ in subject.facts]
    absent = subject.without_value(document.type)
    is_stated = values.rng.random() < SHARE_OF_STATED
    attribute = values.one_of(stated if is_stated else absent or stated)
    question = asked(attribute, subject.name, values)
    sentences = document.sentences
    answering = [
        index
        for index, sentence in enumerate(sentences)
        if sentence.subject == subject.name and attribute.name in sentence.attributes
    ]
    pairs = [
        Pair(question, document.title, section, document.before(at), sentences[at].text, int(at in answering))
        for at in chosen_sentences(document, attribute, answering, values)
    ]
    if not answering and values.rng.random() < 0.5:
        # Else the network could learn that questions for some attributes have no answer.
        statement = values.one_of(attribute.statements).replace("{s}", subject.name)
        statement = statement.replace("{v}", values.value(attribute.kind))
        pairs.append(Pair(question, document.title, section, "", capitalised(statement), 1))
    return pairs


def chosen_sentences(
    document: AttributeDocument, attribute: Attribute, answering: list[int], values: ValueSampler
) -> list[int]:
    """Indices of the first answering sentence and of others: the same attribute of another, a like value, any."""
    sentences = document.sentences
    others = [index for index in range(len(sentences)) if index not in answering]
    same = [index for index in others if attribute.name in sentences[index].attributes]
    alike = {other.name for other in ATTRIBUTES[document.type] if other.kind == attribute.kind}
    like = [index for index in others if sentences[index].attributes & alike]
    sample = values.rng.sample
    chosen = answering[:1] + sample(same, min(1, len(same))) + sample(like, min(1, len(like)))
    chosen += sample(others, min(2 if answering else 3, len(others)))
    return list(dict.fromkeys(chosen))


def asked(attribute: Attribute, subject: str, values: ValueSampler) -> str:
    return as_typed(values.one_of(attribute.questions).replace("{s}", subject), values.rng)


def table_pairs(document: AttributeDocument, subject: Subject, section: str, values: ValueSampler) -> list[Pair]:
    """A row that answers, another subject's row, and the first under a question for what the table does not hold."""
    attributes = ATTRIBUTES[document.type]
    tabular = [attribute for attribute in attributes if attribute.kind in TABULAR_KINDS]
    if len(tabular) <= TABLE_COLUMNS:
        return []
    columns = values.rng.sample(tabular, TABLE_COLUMNS)
    header = row_of("Name", [capitalised(column.name) for column in columns])
    row = row_of(subject.name, [values.value(column.kind) for column in columns])
    other = row_of(values.subject(document.type), [values.value(column.kind) for column in columns])
    question = asked(values.one_of(columns), subject.name, values)
    absent = values.one_of([attribute for attribute in attributes if attribute not in columns])
    unanswered = asked(absent, subject.name, values)
    return [
        Pair(question, document.title, section, header, row, 1),
        Pair(question, document.title, section, header, other, 0),
        Pair(unanswered, document.title, section, header, row, 0),
    ]


def row_of(first: str, cells: list[str]) -> str:
    """A row of a Markdown table."""
    return "| " + " | ".join([first, *cells]) + " |"
