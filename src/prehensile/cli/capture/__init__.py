"""The command ``prehensile capture``, loaded by `prehensile.cli.app` as a module of one file is."""

from prehensile.cli.capture.group import command as command
