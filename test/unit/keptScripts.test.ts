/** Modules are compiled once for all files of tests (support/keptScripts.js), as if each had its own. */
import { readFileSync } from 'node:fs';
import type * as counts from '../support/counts';

test('an error tells the line and the column in the source', () => {
	const { stack = '' } = new Error('here');
	const source = readFileSync(__filename, 'utf8').split('\n');
	const [, line, column] = /keptScripts\.test\.ts:(\d+):(\d+)/.exec(stack) ?? [];
	expect(source[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(/^new Error\('here'\)/);
});

test('a module that is loaded again runs anew, in the world of its file', () => {
	const load = () => {
		let loaded: object = {};
		jest.isolateModules(() => {
			loaded = jest.requireActual<typeof counts>('../support/counts').OPERATION_COUNTS;
		});
		return loaded;
	};
	const [first, second] = [load(), load()];
	expect(second).toEqual(first);
	expect(second).not.toBe(first);
	expect(Object.getPrototypeOf(first)).toBe(Object.prototype);
});

test('the globals that modules are handed are those of their world', () => {
	const world = globalThis as unknown as Record<string, unknown>;
	const handed = { Array, Error, JSON, Map, Math, Object, Promise, RegExp, Set };
	for (const [name, each] of Object.entries(handed)) expect(world[name]).toBe(each);
	expect(new Map()).toBeInstanceOf(world.Map);
});
