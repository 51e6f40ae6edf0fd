/** What the command line asks for. */
import { parseArgs } from 'node:util';
import type { Part } from './parts/part';

export interface Asked<P> {
	readonly parts: readonly P[];
	/** Where the editor's pictures go; none are kept without it. */
	readonly pictures?: string;
	/** Whether to begin from an empty cache, which is removed at the end. */
	readonly fresh: boolean;
}

type Choosable = Pick<Part, 'name' | 'about' | 'isBase'>;

/** @throws Error that lists the parts, for a name or an option that does not exist */
export function choose<P extends Choosable>(args: readonly string[], all: readonly P[]): Asked<P> {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			pictures: { type: 'string' },
			fresh: { type: 'boolean', default: false },
		},
	});
	const unknown = positionals.filter(
		(name) => name !== 'all' && !all.some((part) => part.name === name),
	);
	if (unknown.length > 0) {
		throw new Error(`There is no part "${unknown.join('", "')}". There are:\n${listed(all)}`);
	}
	const isAsked = ({ name, isBase }: P) =>
		positionals.length === 0 ? isBase : positionals.includes('all') || positionals.includes(name);
	return { ...values, parts: all.filter(isAsked) };
}

function listed(parts: readonly Choosable[]): string {
	const rows = parts.map(({ name, about, isBase }) => [name, `${about}${isBase ? '' : ' (*)'}`]);
	return [...rows, ['all', 'every part'], ['', '(*) only when asked for, by name or by all']]
		.map(([name = '', about]) => `  ${name.padEnd(12)}${about}`)
		.join('\n');
}
