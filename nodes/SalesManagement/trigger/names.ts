/**
 * Names in the trigger's form. What a name means is looked up once and kept from then on: should the
 * service rename something, or use the name for something else, the trigger goes on as before and
 * says so. The rest of the trigger knows IDs only, so that a name and its ID are one setting.
 */
import type { IPollFunctions } from 'n8n-workflow';
import { SplittingBudget } from '../api/bulk/isolate';
import { systemClock } from '../api/http/clock';
import { connectToV1 } from '../api/http/connect';
import type { Client } from '../api/types';
import type { Field, Item, NameAsked, NameReader } from '../fields';
import { perDealType } from '../lists';
import { sourcesOf, withNames } from '../operations/names';
import { namesAsked, type Asked } from '../operations/names/asked';
import { scopeGiven } from '../operations/names/scope';
import type { Form } from '../operations/operation';
import { withinBudget, type Budget } from './budget';
import { keptName } from './log';
import { keep, meaningsIn, type Meaning, type Meanings } from './nameMemory';
import { namingOf } from './settings';
import { digestOf } from './versions';

/** A poll that finds nothing is one request, so names are looked up no more often. */
const LOOKED_UP_EVERY_MS = 86_400_000;
/** Two names of one trigger must not be taken for each other. */
const KEY_LENGTH = 8;

/** What a poll knows of the names that its form gives. */
export interface Named {
	/** Absent where the form gives none. */
	readonly names?: NameReader;
	/** What the log should say. */
	readonly said: readonly string[];
}

interface Surroundings {
	readonly context: IPollFunctions;
	readonly client: Client;
	readonly budget: Pick<Budget, 'waits'>;
}

/**
 * Reads the names of the form, looking up those that are new or were not looked up for a day, with
 * requests that keep to the poll's time.
 * @throws UsageError for more names than can be remembered. One that was never found is an error when
 * it is read.
 */
export async function namesOf(around: Surroundings): Promise<Named> {
	const { context } = around;
	const { item, form } = namingOf(context);
	const home = context.getWorkflowStaticData('node');
	const isManual = context.getMode() === 'manual';
	if (namesAsked({ form }, [item]).length === 0) {
		if (!isManual) keep(home, new Map());
		return { said: [] };
	}
	const reading = new Reading(around, meaningsIn(home));
	await reading.read(item, only(form, false));
	// Phases and their like are those of the deal type that a filter names.
	const { dealType: dealTypeId, deal: dealId } = scopeGiven({ ...item, names: reading.reader });
	const inType = {
		...item,
		get: (name: string) => (name === 'filters' ? { dealTypeId, dealId } : item.get(name)),
	};
	const scope = [dealTypeId, dealId].filter((id) => id !== undefined);
	await reading.read(inType, only(form, true), scope);
	if (!isManual) keep(home, reading.known);
	return { names: reading.reader, said: reading.said };
}

/** The part of a form whose names do, or don't, differ from deal type to deal type. */
function only({ fields, collections }: Form, inType: boolean): Form {
	const some = (all: readonly Field[]) =>
		all.filter(
			({ lookup }) => (lookup !== undefined && perDealType(lookup) !== undefined) === inType,
		);
	return {
		fields: some(fields),
		collections: collections.map((each) => ({ ...each, fields: some(each.fields) })),
		controls: [],
	};
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

class Reading {
	readonly known = new Map<string, Meaning>();
	readonly said: string[] = [];
	private readonly failures = new Map<string, unknown>();
	/** Of lists that differ from deal type to deal type: which type or deal the form names. */
	private scope: readonly number[] = [];

	constructor(
		private readonly around: Surroundings,
		private readonly before: Meanings,
	) {}

	/** Names as the settings read them. */
	readonly reader: NameReader = {
		idOf: (asked) => this.idsFor(asked, false)[0] ?? Number.NaN,
		idsOf: (asked) => this.idsFor(asked, true),
	};

	/** Learns what the names mean that a part of the form gives. */
	async read(item: Item, form: Form, scope: readonly number[] = []): Promise<void> {
		this.scope = scope;
		const all = namesAsked({ form }, [item]);
		const now = Math.round(systemClock.now());
		for (const asked of all) {
			const kept = this.before.get(this.keyOf(asked, asked.meansAll));
			if (kept) this.known.set(this.keyOf(asked, asked.meansAll), kept);
		}
		// A clock that was set back must not put it off.
		const isDue = (asked: Asked) => {
			const meaning = this.known.get(this.keyOf(asked, asked.meansAll));
			return !meaning || Math.abs(now - meaning.checkedAt) >= LOOKED_UP_EVERY_MS;
		};
		const due = all.filter(isDue);
		if (due.length === 0) return;
		const names = await this.lookUp(item, form);
		for (const asked of due) this.learn(asked, names, now);
	}

	private keyOf({ lookup, name }: NameAsked, meansAll: boolean): string {
		const scope = perDealType(lookup) ? this.scope : [];
		const written = name.trim().normalize('NFC');
		return digestOf([lookup.method, scope, written, meansAll], KEY_LENGTH);
	}

	private idsFor(asked: NameAsked, meansAll: boolean): readonly number[] {
		const key = this.keyOf(asked, meansAll);
		const meaning = this.known.get(key);
		if (meaning) return meaning.ids;
		throw (this.failures.get(key) ??
			new Error(`${asked.label}: the name was not looked up`)) as Error;
	}

	private async lookUp(item: Item, form: Form): Promise<NameReader | undefined> {
		const { context, client, budget } = this.around;
		const within = (each: Client) => withinBudget(each, () => budget.waits);
		const sources = sourcesOf(within(client), async () => {
			const v1 = await connectToV1(context, client.kind);
			return v1 && within(v1);
		});
		const run = { client: within(client), items: [item], splitting: new SplittingBudget() };
		const [named] = await withNames(run, { form }, sources);
		return named?.names;
	}

	private learn(asked: Asked, names: NameReader | undefined, now: number): void {
		const key = this.keyOf(asked, asked.meansAll);
		const before = this.known.get(key);
		const keeps = (why: string) => {
			this.said.push(keptName(asked, before?.ids ?? [], why));
		};
		try {
			const ids = distinct(
				(asked.meansAll ? names?.idsOf(asked) : names && [names.idOf(asked)]) ?? [],
			);
			if (before && before.ids.join() !== ids.join()) {
				keeps(`it now means ${ids.join(', ')}. If that is what you want, give these IDs.`);
			}
			this.known.set(key, { ids: before?.ids ?? ids, checkedAt: now });
		} catch (error) {
			if (!before) {
				this.failures.set(key, error);
				return;
			}
			this.known.set(key, { ...before, checkedAt: now });
			keeps((error as Error).message);
		}
	}
}
