"""The command `foldline`. Commands parse, call one function and print; the edge for errors is here."""

import sys

import click

from foldline.errors import FoldlineError

COMMANDS = {
    "compact": "foldline.cli.compact:compact",
    "restore": "foldline.cli.restore:restore",
    "branch": "foldline.cli.branch:branch",
    "handoff": "foldline.cli.handoff:handoff",
    "find": "foldline.cli.find:find",
    "inspect": "foldline.cli.inspect:inspect",
    "prompt": "foldline.cli.prompt:prompt",
    "sections": "foldline.cli.sections:sections",
    "profiles": "foldline.cli.profiles:profiles",
    "config": "foldline.cli.config_command:config",
    "models": "foldline.cli.models_command:models",
    "serve": "foldline.cli.serve:serve",
    "settings": "foldline.cli.serve:settings",
}


class _LateGroup(click.Group):
    """Imports a command when it is asked for, so that help and a typing error cost nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        from importlib import import_module

        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=_LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="foldline")
def cli() -> None:
    """Fold long LLM conversations into a summary you control. The original is never lost.

    \b
    foldline find                         the sessions of your agents, and how full they are
    foldline compact SESSION              fold one, change nothing
    foldline compact SESSION --in-place   fold it where it is (Claude Code, Codex, pi, oh-my-pi)
    foldline restore SESSION              undo that, byte for byte
    foldline branch SESSION --to ID       leave a branch, take along what was learned on it
    foldline handoff SESSION              the document with which somebody else takes over
    foldline inspect SESSION              where the tokens are, where it could be cut
    foldline sections list                what a summary is made of, and how to change it
    foldline prompt SESSION               exactly what a model would be sent
    foldline config                       every setting, and where it comes from
    foldline models                       who may write summaries, and what that costs
    foldline settings                     all of that on a page in the browser
    """  # noqa: D301 - \b is click's mark for text that is not rewrapped


def main() -> None:
    """Run the command; an error that was raised on purpose ends as one sentence, never as a traceback."""
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("Cancelled; nothing was changed.", err=True)
        sys.exit(130)
    except KeyboardInterrupt:
        click.echo("Cancelled; nothing was changed.", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except FoldlineError as error:
        click.echo(f"foldline: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)
