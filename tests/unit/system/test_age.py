"""How long ago a process began."""

import os
import subprocess
import sys

import pytest

from sessions_app.system.processes import MAX_PID, age_ms


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells")
def test_a_process_has_an_age_and_one_that_is_gone_has_none() -> None:
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE) as child:
        young, own = age_ms(child.pid), age_ms(os.getpid())
        assert young is not None
        assert own is not None
        assert -20 <= young < 5_000
        assert own > young
    assert age_ms(child.pid) is None
    assert age_ms(MAX_PID) is None
