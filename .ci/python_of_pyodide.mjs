// Runs tests under the Python that Pyodide has, which may be newer than any on this machine:
// `node --stack-size=60000 python_of_pyodide.mjs CHECKOUT PACKAGES ARGUMENTS...`, where PACKAGES is
// a folder with what the tests import, and the rest is given to pytest. There are no threads and no
// other processes in it; brackets in brackets take the stack of JavaScript.

import { pathToFileURL } from "node:url";
import { join } from "node:path";

const { loadPyodide } = await import(pathToFileURL(join(process.env.TREEEXPLORER_PYODIDE, "pyodide.mjs")).href);
const [checkout, packages, ...given] = process.argv.slice(2);
const python = await loadPyodide({ fullStdLib: true });
for (const [at, root] of [["/checkout", checkout], ["/packages", packages]]) {
  python.FS.mkdir(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
python.globals.set("given", given);
process.exit(await python.runPythonAsync(`
import os
import sys

os.chdir("/checkout")
sys.path[:0] = ["/checkout", "/packages"]
sys.dont_write_bytecode = True
print(sys.version)

import pytest

int(pytest.main(given.to_py()))
`));
