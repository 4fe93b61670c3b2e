"""A service on a message bus of a test's own: logind, a screen saver or a notification daemon.

Prints each call with its strings, and "released" when a lock that it gave is closed.
Source: D-Bus Specification, Message Protocol.
"""

import array
import os
import select
import socket
import struct
import sys


def string(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def aligned(data, size):
    return data + b"\0" * (-len(data) % size)


class Service:
    def __init__(self, path):
        self.bus = socket.socket(socket.AF_UNIX)
        self.bus.connect(path)
        self.received, self.serial, self.locks = b"", 0, []
        user = "".join("%02x" % byte for byte in str(os.getuid()).encode())
        self.bus.sendall(b"\0AUTH EXTERNAL " + user.encode() + b"\r\n")
        self.line()
        self.bus.sendall(b"NEGOTIATE_UNIX_FD\r\n")
        self.line()
        self.bus.sendall(b"BEGIN\r\n")
        self.call("Hello")

    def line(self):
        while b"\n" not in self.received:
            self.received += self.bus.recv(4096)
        self.received = b""

    def send(self, kind, fields, signature, body, descriptors=()):
        self.serial += 1
        data = b""
        if signature:
            fields = fields + [(8, "g", signature)]
        if descriptors:
            fields = fields + [(9, "u", len(descriptors))]
        for code, letter, value in fields:
            data = aligned(data, 8) + bytes([code, 1]) + letter.encode() + b"\0"
            if letter == "g":
                data += bytes([len(value)]) + value.encode() + b"\0"
            else:
                data += struct.pack("<I", value) if letter == "u" else string(value)
        head = struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body), self.serial, len(data))
        message = aligned(head + data, 8) + body
        control = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        self.bus.sendmsg([message], control if descriptors else [])

    def call(self, member, signature="", body=b""):
        name = "org.freedesktop.DBus"
        fields = [(1, "o", "/org/freedesktop/DBus"), (2, "s", name), (3, "s", member), (6, "s", name)]
        self.send(1, fields, signature, body)

    def own(self, name):
        self.call("RequestName", "su", aligned(string(name), 4) + struct.pack("<I", 0))

    def answer(self, fields, strings, serial):
        member, sender = fields[3], fields[7]
        print(" ".join([member] + [repr(text) for text in strings]), flush=True)
        reply = [(5, "u", serial), (6, "s", sender)]
        if member == "Inhibit" and fields[1] == "/org/freedesktop/login1":
            ours, lock = os.pipe()
            self.locks.append(ours)
            self.send(2, reply, "h", struct.pack("<I", 0), [lock])
            os.close(lock)
        elif member in ("Inhibit", "Notify"):
            self.send(2, reply, "u", struct.pack("<I", 7))
        else:
            self.send(2, reply, "", b"")

    def messages(self):
        while len(self.received) >= 16:
            body, serial, length = struct.unpack_from("<III", self.received, 4)
            start = 16 + (length + 7) // 8 * 8
            if len(self.received) < start + body:
                return
            kind, message = self.received[1], self.received[: start + body]
            self.received = self.received[start + body :]
            fields, place = {}, 16
            while place < 16 + length:
                code, letter = message[place], chr(message[place + 2])
                place += 4
                if letter == "g":
                    size = message[place]
                    fields[code] = message[place + 1 : place + 1 + size].decode()
                    place += size + 2
                elif letter == "u":
                    fields[code] = struct.unpack_from("<I", message, place)[0]
                    place += 4
                else:
                    size = struct.unpack_from("<I", message, place)[0]
                    fields[code] = message[place + 4 : place + 4 + size].decode()
                    place += size + 5
                place += -place % 8
            if kind == 1:
                self.answer(fields, list(self.strings(message[start:], fields.get(8, ""))), serial)

    @staticmethod
    def strings(body, signature):
        """The leading strings and numbers of a body."""
        place = 0
        for letter in signature:
            if letter not in "su":
                return
            place += -place % 4
            number = struct.unpack_from("<I", body, place)[0]
            place += 4
            if letter == "s":
                yield body[place : place + number].decode()
                place += number + 1
            else:
                yield number

    def run(self):
        while True:
            for ready in select.select([self.bus] + self.locks, [], [])[0]:
                if ready is self.bus:
                    piece = self.bus.recv(65536)
                    if not piece:
                        return
                    self.received += piece
                    self.messages()
                elif not os.read(ready, 1):
                    self.locks.remove(ready)
                    print("released", flush=True)


service = Service(sys.argv[1])
service.own(sys.argv[2])
service.run()
