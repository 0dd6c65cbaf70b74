"""Encryption and signature of push messages, by the standards."""

import json
import re
from time import time

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tests.push import CONTACT, switch_on
from tournaments.actions.push import encryption

pytestmark = pytest.mark.django_db


class TestSealing:
    def test_the_example_of_the_standard(self):
        """RFC 8291, Appendix A."""
        private = encryption.read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
        made = encryption.MessageKeys(
            ec.derive_private_key(int.from_bytes(private), encryption.CURVE), encryption.read("DGv6ra1nlYgDCS1FRnbzlw")
        )
        p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        sealed = encryption.seal(b"When I grow up, I want to be a watermelon", p256dh, "BTBZMqHH6r4Tts7J_aSIgg", made)
        assert encryption.written(sealed) == (
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
            "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )

    def test_vapid_header_is_signed(self, settings):
        switch_on(settings)
        signed, key = re.fullmatch(
            r"vapid t=(\S+), k=(\S+)", encryption.authorization("https://fcm.googleapis.com")
        ).groups()
        head, claims, signature = signed.split(".")
        raw = encryption.read(signature)
        r, s = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        told = f"{head}.{claims}".encode()
        encryption.point(key).verify(encode_dss_signature(r, s), told, ec.ECDSA(hashes.SHA256()))
        assert (key, json.loads(encryption.read(head))) == (encryption.own_public_key(), {"typ": "JWT", "alg": "ES256"})
        told = json.loads(encryption.read(claims))
        assert (told["aud"], told["sub"]) == ("https://fcm.googleapis.com", CONTACT)
        assert 0 < told["exp"] - time() < 24 * 3600
