"""PostGIS in its own database cluster, which exists only during the run.

It listens on a Unix socket only. PostgreSQL refuses to run as root; then it runs as the user `postgres` of its
package. Its files are beside the other databases if that user can reach them, else in the temporary folder.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

from peer_databases import Database, degrees, timed
from report import Broken

SETTINGS = {
    "listen_addresses": "", "shared_buffers": "512MB", "work_mem": "64MB",
    "maintenance_work_mem": "256MB", "fsync": "off", "full_page_writes": "off",
    "max_wal_size": "4GB", "jit": "off",
}


def programs():
    """The folder of the newest PostgreSQL; Debian does not put its server programs on the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if not found:
        raise Broken("there is no PostgreSQL below /usr/lib/postgresql")
    return found[-1].parent


def is_open_to_all(folder):
    return all(parent.stat().st_mode & 0o001 for parent in (folder, *folder.parents))


class PostGIS(Database):
    name = "PostGIS"
    # The operator && compares boxes in single precision, so it finds only candidates.
    INSIDE = """FROM photo WHERE place && ST_MakeEnvelope(%(w)s, %(s)s, %(e)s, %(n)s, 4326)
        AND ST_X(place) BETWEEN %(w)s AND %(e)s AND ST_Y(place) BETWEEN %(s)s AND %(n)s"""
    PLACE = "ST_SetSRID(ST_MakePoint(%s, %s), 4326)::geography"

    def __init__(self, settings, folder):
        super().__init__(settings, folder)
        self.connection = None
        self.folders = []
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name

    def open(self):
        import psycopg
        # The path of a Unix socket must be shorter than 108 bytes.
        self.socket = self.make_folder(None)
        is_ours = os.geteuid() != 0 or is_open_to_all(self.folder)
        self.cluster = self.make_folder(self.folder if is_ours else None)
        self.call("initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        options = " ".join(f"-c {name}='{value}'" for name, value in SETTINGS.items())
        self.call("pg_ctl", "-w", "-l", str(self.cluster / "log"),
                  "-o", f"{options} -k {self.socket}", "start")
        self.connection = psycopg.connect(
            host=str(self.socket), dbname="postgres", user=self.user, autocommit=True, prepare_threshold=0)

    def make_folder(self, parent):
        folder = Path(tempfile.mkdtemp(prefix="geoindex-postgis-", dir=parent))
        self.folders.append(folder)
        if os.geteuid() == 0:
            shutil.chown(folder, self.user)
        return folder

    def call(self, program, *arguments):
        """Runs one of PostgreSQL's programs on the cluster, never as root."""
        options = {"user": self.user, "group": pwd.getpwnam(self.user).pw_gid, "extra_groups": []} \
            if os.geteuid() == 0 else {}
        result = subprocess.run(
            [programs() / program, "-D", self.cluster / "data", *arguments], cwd=self.cluster,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        if result.returncode != 0:
            raise Broken(f"{program} ended with {result.returncode}")

    def close(self):
        try:
            if self.connection:
                self.connection.close()
            if any((folder / "data" / "postmaster.pid").exists() for folder in self.folders):
                self.call("pg_ctl", "-w", "-m", "immediate", "stop")
        finally:
            for folder in self.folders:
                shutil.rmtree(folder, ignore_errors=True)
            self.folders.clear()

    def __enter__(self):
        try:
            return super().__enter__()
        except BaseException:
            # Python does not call `__exit__` if `__enter__` fails.
            self.close()
            raise

    def load(self):
        run = self.connection.execute
        run("CREATE EXTENSION postgis")
        run("CREATE UNLOGGED TABLE line(id int, longitude int, latitude int, taken bigint, tile int)")
        with self.connection.cursor() as cursor, open(self.table, "rb") as file:
            with cursor.copy("COPY line FROM STDIN (FORMAT csv, HEADER)") as copy:
                while piece := file.read(1 << 20):
                    copy.write(piece)
        run("""CREATE TABLE photo AS SELECT id, taken, (tile >> 16)::smallint AS cell,
                 ST_SetSRID(ST_MakePoint(longitude / 1e7::float8, latitude / 1e7::float8), 4326)
                   ::geometry(Point, 4326) AS place
               FROM line""")
        run("DROP TABLE line")
        run("ALTER TABLE photo ADD PRIMARY KEY (id)")
        run("CREATE INDEX ON photo USING gist (place)")
        run("CREATE INDEX ON photo USING gist ((place::geography))")
        run("CREATE INDEX ON photo (taken, cell)")
        run("VACUUM ANALYZE photo")
        self.bytes = run("SELECT pg_total_relation_size('photo')").fetchone()[0]

    def rows(self, question, values):
        return timed(lambda: self.connection.execute(question, values).fetchall())

    def inside(self, what, box, more="", **values):
        west, south, east, north = degrees(box)
        return self.rows(f"SELECT {what} {self.INSIDE} {more}",
                         {"w": west, "s": south, "e": east, "n": north, **values})

    def pins(self, box):
        rows, taken = self.inside("id, ST_X(place), ST_Y(place)", box, "LIMIT 1000")
        return [row[0] for row in rows], taken

    def count(self, box):
        rows, taken = self.inside("count(*)", box)
        return rows[0][0], taken

    def during(self, box, span):
        rows, taken = self.inside("count(*)", box, "AND taken BETWEEN %(a)s AND %(z)s", a=span[0], z=span[1])
        return rows[0][0], taken

    def cells(self, span):
        rows, taken = self.rows(
            "SELECT cell, count(*) FROM photo WHERE taken BETWEEN %s AND %s GROUP BY cell", span)
        return dict(rows), taken

    def nearest(self, place):
        where = (place[0] / 1e7, place[1] / 1e7)
        rows, taken = self.rows(
            f"""SELECT id FROM (SELECT id, place FROM photo ORDER BY place::geography <-> {self.PLACE} LIMIT 100)
                  AS near ORDER BY ST_Distance(place::geography, {self.PLACE}), id LIMIT 10""", where + where)
        return [row[0] for row in rows], taken

    def distances(self, place, ids):
        """Metres on the ellipsoid to each of these photos, the nearest first."""
        rows, _ = self.rows(
            f"SELECT ST_Distance(place::geography, {self.PLACE}) AS d FROM photo WHERE id = ANY(%s) ORDER BY d",
            (place[0] / 1e7, place[1] / 1e7, list(ids)))
        return [row[0] for row in rows]
