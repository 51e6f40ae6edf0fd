import type { OptionChanges, Options } from '../contract/options';
import { dialectsNamed } from './catalogue';
import type { Dialect } from './dialect';

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
