"""The data sets of named entities: what each annotates, and how much it weighs in sampling.

Weights below 1 mark sets that are noisy (half automatic, tweets, one domain) or that leave many names unmarked.
"""

from __future__ import annotations

from corpora import NerDataset
from own_names import own_name_datasets

CORE = frozenset(("PERSON", "ORGANIZATION", "LOCATION"))
# Facilities and nationalities are labeled by rule in the languages that have word lists of them.
COMMON = CORE | {"FACILITY", "NATIONALITY"}
WITH_TENTH = True


def crossner(domain: str, *types: str) -> NerDataset:
    files = (f"crossner-{domain}.train", f"crossner-{domain}.test")
    return NerDataset(f"crossner-{domain}", files, "en", COMMON | {"EVENT", *types}, 1.0, WITH_TENTH)


def plain(name: str, annotated: frozenset[str] = CORE, weight: float = 1.0) -> NerDataset:
    """A data set with one training file, named after its language."""
    return NerDataset(name, (f"{name}.train",), name.rsplit("-", 1)[1], annotated, weight)


PUBLIC_DATASETS = (
    NerDataset("ewt", ("ewt.train",), "en", COMMON, 2.0),
    plain("uner-pt", COMMON, 1.3),
    plain("uner-sv", CORE | {"FACILITY"}, 0.6),
    plain("uner-da", CORE | {"FACILITY"}, 1.3),
    NerDataset("germeval", ("germeval14-de.train",), "de", COMMON, 1.3, WITH_TENTH),
    NerDataset("wnut17", ("wnut17.train", "wnut17.dev"), "en", COMMON | {"PRODUCT", "WORK_OF_ART"}, 1.5),
    NerDataset("btc", ("btc.train",), "en", COMMON, 0.6),
    NerDataset("redocred", ("redocred.train", "redocred.test"), "en", COMMON, 1.0, WITH_TENTH),
    crossner("ai", "PRODUCT"),
    crossner("literature", "WORK_OF_ART"),
    crossner("music", "WORK_OF_ART"),
    crossner("politics"),
    crossner("science"),
    plain("uner-zh", weight=1.4),
    plain("wikipedia-ja", CORE | {"FACILITY", "PRODUCT", "EVENT"}, 1.2),
    plain("gsd-ja", COMMON | {"PRODUCT", "EVENT", "WORK_OF_ART"}, 1.2),
    plain("klue-ko", weight=1.4),
    plain("thainer-th", weight=1.4),
    plain("uner-he", weight=1.3),
    plain("uner-hr"),
    plain("uner-sr"),
    plain("uner-sk", weight=0.6),
    plain("norne-no", CORE | {"EVENT", "PRODUCT"}),
    plain("factrueval-ru", weight=1.3),
    plain("kpwr-pl", COMMON, 1.4),
    plain("hiner-hi", weight=0.8),
    plain("ronec-ro", COMMON | {"EVENT", "WORK_OF_ART"}),
    plain("nerkor-hu"),
    plain("turku-fi", CORE | {"PRODUCT", "EVENT"}, 1.2),
    plain("webnews-sv", weight=0.8),
    plain("wiki-tr", COMMON | {"EVENT", "WORK_OF_ART", "PRODUCT"}),
    plain("wojood-ar", COMMON | {"EVENT"}, 1.5),
    plain("parstwiner-fa", CORE | {"NATIONALITY", "EVENT"}, 0.9),
    plain("idner-id", weight=0.5),
    plain("nergrit-id"),
    plain("spacy-el", CORE | {"EVENT", "PRODUCT"}, 1.5),
)  # fmt: skip
OWN_DATASETS = own_name_datasets()
NER_DATASETS = (*PUBLIC_DATASETS, *OWN_DATASETS)
DATASET_NUMBER = {owner.name: number for number, owner in enumerate(NER_DATASETS)}
# Development files of the sets that have one; their types are those of CORE.
DEVELOPMENT_FILES = tuple(
    f"{owner.name}.dev" for owner in PUBLIC_DATASETS if owner.name not in ("germeval", "redocred", "wnut17") and not owner.name.startswith("crossner")
)
