import { badRequest } from '../contract/refusal';
import { addressDialects } from './addresses';
import { answerDialects } from './answers';
import type { Dialect } from './dialect';

/** Dialects that describe a whole other service, by naming other dialects and setting options. */
const deployments: Dialect[] = [
	{
		name: 'other-deployment',
		says: 'A service that keeps what the documents show, and decided otherwise in much that they leave open.',
		concerns: 'the deployment',
		of: [
			'routes-kebab-case',
			'search-first',
			'updates-by-put',
			'current-user-at-me',
			'deal-actions-named',
			'lists-in-data',
			'no-total-count',
			'times-with-offset',
			'errors-nested',
			'missing-route-html',
			'nulls-left-out',
		],
		options: { createStatusV2: 201, windowEnds: 'half-open', itemKeysOnContactsAndActions: false },
	},
	{
		name: 'turned',
		says: 'A service as documented, of which each answer is as a connector might not expect it.',
		concerns: 'the deployment',
		options: {
			itemKeysOnContactsAndActions: false,
			decimalText: 'padded',
			equalityIgnoresCase: true,
			createdBeforeUpdatedMs: 3,
			shuffleKeys: true,
			shownTimesRoundedMs: 1000,
			shortPages: true,
		},
	},
];

/**
 * All dialects. Those that are chosen change addresses and answers in this order, whatever the
 * order in which they were named.
 */
export const dialects: readonly Dialect[] = [...addressDialects, ...answerDialects, ...deployments];

/** The names in the option `dialect`. */
export const namesIn = (option = 'none'): string[] =>
	option.split(',').filter((name) => name !== '' && name !== 'none');

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));

/**
 * The dialects with these names and those that they are made of, each once and in the order in which
 * they are applied.
 * @throws Refusal (BAD_REQUEST) for an unknown name, and for two that concern the same thing
 */
export function dialectsNamed(names: readonly string[]): Dialect[] {
	const asked = names.map(dialectOf);
	const parts = new Set(
		asked.flatMap((dialect) => [dialect, ...(dialect.of ?? []).map(dialectOf)]),
	);
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

function dialectOf(name: string): Dialect {
	const dialect = byName.get(name);
	if (dialect) return dialect;
	throw badRequest(`there is no dialect ${name}; there are ${[...byName.keys()].join(', ')}`);
}
