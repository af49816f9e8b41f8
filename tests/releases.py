"""Releases of real projects in throw-away repositories, a tag each; without a network a skip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")


class Releases(NamedTuple):
    """Two neighbouring releases of one package."""

    registry: str  # "pypi" or "npm"
    package: str
    versions: tuple[str, str]  # each becomes a tag; the second one lies in the working tree
    sources: str  # the folder of an archive that is laid out


REAL = {
    "django": Releases("pypi", "django", ("5.1.11", "5.2.3"), "django"),
    "rxjs": Releases("npm", "rxjs", ("6.6.7", "7.0.0"), "package/src"),
}


def repository(name: str) -> Path:
    """Return the repository of some releases, made once a machine.

    Skips the test where they cannot be had.
    """
    releases = REAL[name]
    place = (
        Path(tempfile.gettempdir())
        / "skeleton-test-packages"
        / "-".join((releases.package, *releases.versions))
    )
    if not place.is_dir():
        beside = Path(tempfile.mkdtemp(prefix="skeleton-test-packages-"))
        archives = [_archive(releases, version, beside) for version in releases.versions]
        root = beside / name
        root.mkdir()
        subprocess.run([*GIT, "init", "-q"], cwd=root, check=True)
        for version, archive in zip(releases.versions, archives, strict=True):
            shutil.rmtree(root / releases.sources, ignore_errors=True)
            _unpack(archive, releases.sources, root)
            for words in (("add", "-A"), ("commit", "-qm", version), ("tag", version)):
                subprocess.run([*GIT, *words], cwd=root, check=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.rename(place)
        except OSError:  # somebody else was faster
            shutil.rmtree(beside)
    return place / name


def _archive(releases: Releases, version: str, folder: Path) -> Path:
    """Download one release; nothing of it is run."""
    before = set(folder.iterdir())
    if releases.registry == "pypi":
        command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
        command += ["--no-deps", "--only-binary", ":all:", f"{releases.package}=={version}"]
    else:
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("no npm on this machine")
        command = [npm, "pack", "--silent", f"{releases.package}@{version}"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        shutil.rmtree(folder)
        pytest.skip(f"{releases.package} cannot be downloaded: {done.stderr[-200:]}")
    (archive,) = set(folder.iterdir()) - before
    return archive


def _unpack(archive: Path, sources: str, root: Path) -> None:
    """Lay out the files of an archive below one folder; links and devices stay out."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                if name.startswith(f"{sources}/"):
                    opened.extract(name, root)
        return
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            if member.name.startswith(f"{sources}/") and member.isfile():
                packed.extract(member, root, filter="data")
