/**
 * Run by the host's own Node, in a fresh process each time: loads one node as n8n does, and says what its
 * form weighs. Arguments: n8n's package.json, the node's file, its class.
 */
const { createRequire } = require('node:module');

const [manifest, file, name] = process.argv.slice(2);
const load = createRequire(manifest);
load('n8n-workflow');

const began = performance.now();
const type = new (load(file)[name])();
const ms = performance.now() - began;

const versions = Object.keys(type.nodeVersions ?? {}).map(Number);
const newest = versions.length > 0 ? type.nodeVersions[Math.max(...versions)] : type;
const { properties, version } = newest.description;
console.log(
	JSON.stringify({
		ms,
		properties: properties.length,
		bytes: Buffer.byteLength(JSON.stringify(properties)),
		typeVersion: Math.max(...[version].flat()),
	}),
);
