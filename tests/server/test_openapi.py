"""Every route tried with what its own schema allows and forbids: it answers as it says, and never fails."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance, unsupported_method

from foldline.server.app import ENDPOINTS
from foldline.server.openapi import document

ENDLESS = "/api/events"
ASKS_OTHERS = "/api/models/test"
DOCUMENT = document(ENDPOINTS)
EXCEPTIONS = [
    positive_data_acceptance,  # of the right type, and still a value that can't be
    unsupported_method,  # a profile may be called `x/export`, and be removed
]
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT).exclude(path=ENDLESS).exclude(path=ASKS_OTHERS)


@pytest.fixture
def http(api):
    return api.http


@SCHEMA.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_route_answers_as_its_schema_says(case, http):
    sent = case.as_transport_kwargs(base_url=str(http.base_url))
    sent["content"] = sent.pop("data", None)
    sent.pop("cookies", None)
    answer = http.request(**sent)
    assert answer.status_code < 500, answer.text
    case.validate_response(answer, excluded_checks=EXCEPTIONS)
