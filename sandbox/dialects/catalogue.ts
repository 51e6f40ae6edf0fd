import { badRequest } from '../contract/refusal';
import { movedAddresses } from './addresses';
import { deployments } from './deployments';
import type { Dialect } from './dialect';
import { envelopeDialects } from './envelopes';
import { errorDialects, statusDialects } from './errors';
import { fieldDialects, namesInSnakeCase } from './fields';
import { headerDialects } from './headers';
import { meaningDialects } from './meaning';
import { nearest } from './nearest';
import { pageDialects } from './pages';
import { questionDialects } from './questions';
import { otherMethods, spelledAddresses } from './spellings';
import { valueDialects } from './values';
import { writeDialects } from './writes';

/**
 * All dialects, in the order in which those chosen change addresses and answers, however they were
 * named: from what a record holds outwards to what stands around it and how it is sent.
 */
export const dialects: readonly Dialect[] = [
	...movedAddresses,
	...otherMethods,
	...spelledAddresses,
	...questionDialects,
	...meaningDialects,
	...fieldDialects,
	...valueDialects,
	...writeDialects,
	...pageDialects,
	...envelopeDialects,
	namesInSnakeCase,
	...statusDialects,
	...errorDialects,
	...headerDialects,
	...deployments,
];

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));

/**
 * The dialects with these names and those that they are made of, each once and in the order in which
 * they are applied.
 * @throws Refusal (BAD_REQUEST) for an unknown name, and for two that concern the same thing
 */
export function dialectsNamed(names: readonly string[]): Dialect[] {
	const asked = names.map(named);
	const parts = new Set(asked.flatMap((dialect) => [dialect, ...(dialect.of ?? []).map(named)]));
	const chosen = dialects.filter((dialect) => parts.has(dialect));
	const concerned = new Map<string, string>();
	for (const { name, concerns } of chosen) {
		const other = concerned.get(concerns);
		if (other !== undefined) {
			throw badRequest(`${other} and ${name} both concern ${concerns}: choose one of them`);
		}
		concerned.set(concerns, name);
	}
	return chosen;
}

function named(name: string): Dialect {
	const dialect = byName.get(name);
	if (dialect) return dialect;
	const near = nearest(name, [...byName.keys()]).join(', ');
	throw badRequest(`there is no dialect ${name}; the nearest ones are ${near}`);
}
