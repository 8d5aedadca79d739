#!/usr/bin/env python3
"""The recipes of docs/proxies.md as files that a proxy starts with.

    Tests/Proxies/recipes.py NAME FOLDER PORT SERVER    writes FOLDER/proxy.conf

Changed are only the ports, the certificate, and what a proxy needs besides to run alone and without root. A recipe
that lacks what is changed is an error.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "proxies.md"
CERTIFICATES = "/etc/ssl/home.example"
MODULES = "mpm_event authz_core ssl socache_shmcb http2 headers alias proxy proxy_http"


def block(language: str) -> str:
    [text] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return text


def changed(text: str, *changes: tuple[str, str]) -> str:
    for before, after in changes:
        if before not in text:
            raise ValueError(f"the recipe does not have: {before}")
        text = text.replace(before, after)
    return text


def nginx(folder: Path, port: int, server: int) -> tuple[str, list[str]]:
    text = changed(
        block("nginx"), (CERTIFICATES, str(folder)), ("listen 443", f"listen 127.0.0.1:{port}"),
        ("127.0.0.1:8080", f"127.0.0.1:{server}"))
    paths = "".join(f"  {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = (
        f"daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nworker_processes 1;\nevents {{}}\n"
        f"http {{\n  access_log off;\n{paths}{text}}}\n")
    return whole, ["nginx", "-p", str(folder), "-e", f"{folder}/errors", "-c", str(folder / "proxy.conf")]


def apache(folder: Path, port: int, server: int) -> tuple[str, list[str]]:
    text = changed(
        block("apache"), (CERTIFICATES, str(folder)), ("*:443", f"127.0.0.1:{port}"),
        ("127.0.0.1:8080", f"127.0.0.1:{server}"))
    modules = "".join(f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so\n" for name in MODULES.split())
    account = "User www-data\nGroup www-data\n" if os.geteuid() == 0 else ""
    whole = (
        f"{modules}{account}ServerName localhost\nServerRoot {folder}\nPidFile {folder}/pid\nErrorLog {folder}/errors\n"
        f"DefaultRuntimeDir {folder}\nMutex pthread\nListen 127.0.0.1:{port}\n{text}")
    return whole, ["apache2", "-D", "FOREGROUND", "-f", str(folder / "proxy.conf")]


def haproxy(folder: Path, port: int, server: int) -> tuple[str, list[str]]:
    text = changed(
        block("haproxy"), (CERTIFICATES, str(folder)), ("bind :443", f"bind 127.0.0.1:{port}"),
        ("127.0.0.1:8080", f"127.0.0.1:{server}"))
    return text, ["haproxy", "-db", "-f", str(folder / "proxy.conf")]


def caddy(folder: Path, port: int, server: int) -> tuple[str, list[str]]:
    text = changed(
        block("caddy"), ("127.0.0.1:8080", f"127.0.0.1:{server}"),
        ("home.example {\n", f"https://home.example:{port} {{\n  bind 127.0.0.1\n  tls {folder}/fullchain.pem {folder}/privkey.pem\n"))
    whole = f"{{\n  admin off\n  auto_https disable_redirects\n  storage file_system {folder}\n}}\n{text}"
    return whole, ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "proxy.conf")]


PROXIES = {"nginx": nginx, "apache2": apache, "haproxy": haproxy, "caddy": caddy}


def write(name: str, folder: Path, port: int, server: int) -> list[str]:
    """Writes the configuration and a certificate; returns the command that starts the proxy in the foreground."""
    folder.mkdir(parents=True, exist_ok=True)
    certify(folder)
    text, command = PROXIES[name](folder, port, server)
    (folder / "proxy.conf").write_text(text)
    return command


def certify(folder: Path) -> None:
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=home.example", "-addext", "subjectAltName=DNS:home.example", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    (folder / "both.pem").write_text(certificate.read_text() + key.read_text())


def main() -> None:
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    name, folder, port, server = sys.argv[1:]
    print(*write(name, Path(folder).resolve(), int(port), int(server)))


if __name__ == "__main__":
    main()
