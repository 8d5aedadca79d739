"""Starts servers for a benchmark, and stops them even if it fails."""

import os
import shutil
import signal
import socket
import sys
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Tests"))

from free_port import free_port
from report import Broken

NGINX = """\
daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log stderr error;
{user}
events {{ worker_connections 1024; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  # Files stay open: it does not look each of them up again for every request.
  open_file_cache max=10000 inactive=1h;
  open_file_cache_valid 1h;
  types {{ application/geo+json json; }}
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""


@contextmanager
def geoindex(program, index, *options):
    """`geoindex serve` on a free port; yields the process and its address."""
    process = subprocess.Popen(
        [program, "serve", "--db", str(index), "--port", "0", *options],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    with stopped_at_the_end(process):
        line = process.stdout.readline()
        if not line.startswith("Serving http://"):
            raise Broken(f"geoindex serve said: {line!r}")
        yield process, line.split()[1].rstrip("/")


@contextmanager
def nginx(folder, root):
    """nginx with two workers and the files of `root`; yields the process and its address."""
    port = free_port()
    folder.mkdir(parents=True, exist_ok=True)
    user = "user root;" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(NGINX.format(folder=folder, root=root, port=port, user=user))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen(
        [program, "-p", str(folder), "-e", "stderr", "-c", str(configuration)], stderr=subprocess.DEVNULL)
    with stopped_at_the_end(process):
        wait_for(port, process)
        yield process, f"http://127.0.0.1:{port}"


@contextmanager
def redis(folder):
    """Redis without persistence on a free port; yields the port."""
    port = free_port()
    folder.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        ["redis-server", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)],
        stdout=subprocess.DEVNULL)
    with stopped_at_the_end(process):
        wait_for(port, process)
        yield port


@contextmanager
def stopped_at_the_end(process):
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def core_seconds(process):
    """The CPU time of a server and its child processes so far, in seconds."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ticks = 0
    for number in [str(process.pid), *children]:
        # The program's name, in parentheses, may contain spaces.
        fields = Path(f"/proc/{number}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def wait_for(port, process):
    while process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.01)
    raise Broken(f"{process.args[0]} ended with {process.returncode}")
