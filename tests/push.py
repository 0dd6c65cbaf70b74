"""A browser for push services: its address, its keys, and decryption."""

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tournaments.actions.push import encryption

CONTACT = "mailto:club@example.org"
SERVICE = "https://fcm.googleapis.com/fcm/send/"


def switch_on(settings):
    """Switch on push messages for this test; return the private key."""
    settings.PUSH_KEY, settings.PUSH_CONTACT = encryption.make_key(), CONTACT
    return settings.PUSH_KEY


class Browser:
    """One that has subscribed at this address."""

    def __init__(self, endpoint=SERVICE + "a-phone"):
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._secret = b"sixteen bytes..."

    @property
    def subscription(self):
        """Return the value of the browser's `toJSON()`."""
        p256dh = encryption.written(encryption.encoded(self._key.public_key()))
        return {"endpoint": self.endpoint, "keys": {"p256dh": p256dh, "auth": encryption.written(self._secret)}}

    def read(self, body):
        """Return the message in a body, decrypted as RFC 8291 specifies."""
        salt, length, theirs, sealed = body[:16], body[20], body[21 : 21 + body[20]], body[21 + body[20] :]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        own = encryption.encoded(self._key.public_key())
        shared = self._key.exchange(ec.ECDH(), sender)
        secret = self._derive(self._secret, shared, b"WebPush: info\x00" + own + theirs, 32)
        key = self._derive(salt, secret, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = self._derive(salt, secret, b"Content-Encoding: nonce\x00", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert (length, text[-1:]) == (65, b"\x02")
        return text[:-1]

    @staticmethod
    def _derive(salt, secret, info, length):
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
