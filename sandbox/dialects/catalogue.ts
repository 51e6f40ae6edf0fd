import type { OptionChanges, Options } from '../contract/options';
import { badRequest } from '../contract/refusal';
import { addressDialects } from './addresses';
import { answerDialects } from './answers';
import type { Dialect } from './dialect';

/** Whole other services, made of the dialects above. */
const deployments: Dialect[] = [
	{
		name: 'other-deployment',
		says: 'A service that keeps what the documents show, and decided otherwise in much that they leave open.',
		...{ allowedBy: 'v2 §4 E1, v1 §4 E1, v2 §7, S1 to S5', concerns: 'the deployment' },
		sees: 'POST /search/customers: {"data": […], …}',
		of: [
			...['routes-kebab-case', 'search-first', 'updates-by-put', 'current-user-at-me'],
			...['deal-actions-named', 'lists-in-data', 'no-total-count', 'times-with-offset'],
			...['errors-nested', 'missing-route-html', 'nulls-left-out'],
		],
		options: { createStatusV2: 201, windowEnds: 'half-open', itemKeysOnContactsAndActions: false },
	},
	{
		name: 'turned',
		says: 'A service as documented, of which each answer is as a connector might not expect it.',
		...{ allowedBy: 'S5', concerns: 'the deployment', sees: '{"updatedAt": "….000Z", "id": …}' },
		options: {
			...{ itemKeysOnContactsAndActions: false, decimalText: 'padded', equalityIgnoresCase: true },
			...{ createdBeforeUpdatedMs: 3, shuffleKeys: true, shownTimesRoundedMs: 1000 },
			shortPages: true,
		},
	},
];

/** All dialects, in the order in which those chosen change addresses and answers, however they were named. */
export const dialects: readonly Dialect[] = [...addressDialects, ...answerDialects, ...deployments];

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
	throw badRequest(`there is no dialect ${name}; there are ${[...byName.keys()].join(', ')}`);
}

/** Where the options of dialects are set. */
interface HasOptions {
	readonly options: Options;
	changeOptions(changes: object): unknown;
}

/** The dialects that the sandbox speaks at the moment. */
export class ChosenDialects {
	/** As they were asked for. */
	names: readonly string[] = [];
	/** With all those that they are made of, in the order in which they are applied. */
	all: readonly Dialect[] = [];
	/** What the options that they set were before. */
	private before: OptionChanges = {};

	constructor(private readonly service: HasOptions) {}

	/**
	 * Chooses these dialects in the place of those before; their options count from now on, and those
	 * that were set for the ones before are as they had been.
	 * @param set options that count over theirs.
	 * @throws Refusal (BAD_REQUEST) for an unknown name, and for two that concern the same thing
	 */
	choose(names: readonly string[], set: OptionChanges = {}): void {
		const all = dialectsNamed(names);
		this.service.changeOptions(this.before);
		const { options } = this.service;
		const changes = all
			.flatMap((dialect) => Object.entries(dialect.options ?? {}))
			.filter(([name]) => !(name in set));
		this.before = Object.fromEntries(
			changes.map(([name]) => [name, options[name as keyof Options]]),
		);
		this.service.changeOptions(Object.fromEntries(changes));
		this.names = [...new Set(names)];
		this.all = all;
	}

	/** The same once the options have gone back to those of the start by themselves. */
	restart(names: readonly string[], set?: OptionChanges): void {
		this.before = {};
		this.choose(names, set);
	}
}
