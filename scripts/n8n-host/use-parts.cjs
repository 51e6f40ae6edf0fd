/**
 * Run by the host's own Node to check that the compiled parts work. Each does something once, since
 * a file that loads may still be for another Node. Arguments: the host's package.json and the
 * version of Node.
 */
const { createRequire } = require('node:module');

const [manifest, version] = process.argv.slice(2);
if (process.versions.node !== version) throw new Error(`This is Node ${process.version}`);
const load = createRequire(manifest);

const { Isolate } = load('isolated-vm');
const isolate = new Isolate();
const two = isolate.compileScriptSync('1 + 1').runSync(isolate.createContextSync());
if (two !== 2) throw new Error('isolated-vm can not add');

const { Database } = load('sqlite3');
new Database(':memory:').get('SELECT 2 AS two', (error, row) => {
	if (error) throw error;
	if (row.two !== 2) throw new Error('sqlite3 can not read');
});

load('date-fns');
