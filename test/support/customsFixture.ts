/** A service with custom values of every type, and what they are called in it. */
import type { IDataObject } from 'n8n-workflow';
import type { OptionChanges } from '../../sandbox';
import { textOf } from '../../nodes/SalesManagement/shared';
import type { CredentialSet } from '../../harness';
import { tokenAlone, useFixture, type LoggedRequest } from './nodeFixture';
import { startTriggerFixture, type TriggerFixture } from './triggerFixture';

export interface CustomsFixture extends TriggerFixture {
	/** The credentials without a v1 key beside the token. */
	readonly withoutKey: CredentialSet;
	/** The IDs of three users. */
	readonly team: readonly string[];
	/** A value of each type; the choices and people in another order than that of their lists. */
	customsFor(kind: string): IDataObject;
	/** Writes a record with such values; returns its ID. */
	make(kind: 'deal' | 'customer' | 'contact', name?: string): Promise<number>;
	/** What a custom field is called by its type where nothing but its value is known: by the ID of its item, if need be. */
	keysOf(kind: string): Promise<(type: string) => string>;
}

export const asked = (all: readonly LoggedRequest[]) =>
	all.map(({ method, path }) => `${method} ${path}`);

export async function startCustomsFixture(set?: OptionChanges): Promise<CustomsFixture> {
	const fixture = await startTriggerFixture({ seed: 'small', set });
	const users = await fixture.records('user.getMany', { parameters: { limit: 3 } });
	const team = users.map(({ id }) => textOf(id));
	await fixture.pass({ minutes: 2 });

	const customsFor = (kind: string): IDataObject => {
		const values = {
			text: 'First words',
			date: '2026-02-28',
			number: 0,
			decimal_number: '0.50',
			single_select: 3,
			multi_select: [3, 1],
			user: [Number(team[2]), Number(team[0])],
		};
		const entries = Object.entries(values);
		return {
			[`${kind}Customs`]: entries.map(([type, value]) => ({ itemKey: `${kind}_${type}`, value })),
		};
	};

	return {
		...fixture,
		withoutKey: tokenAlone(fixture.sandbox),
		team,
		customsFor,
		make: async (kind, name = 'With values') => {
			const id = await fixture.writeOne(kind, { name, ...customsFor(kind) });
			await fixture.settle();
			await fixture.requests();
			return id;
		},
		keysOf: async (kind) => {
			const options = (await fixture.steer('GET', '/options')) as IDataObject;
			const areShown = options.itemKeysOnContactsAndActions === true;
			if (kind !== 'contact' || areShown) return (type) => `${kind}_${type}`;
			const call = { authentication: 'v1ApiKey' } as const;
			const fields = await fixture.records('contactField.getMany', call);
			await fixture.requests();
			const ids = new Map(fields.map(({ itemKey, id }) => [itemKey, textOf(id)]));
			return (type) => ids.get(`${kind}_${type}`) ?? '';
		},
	};
}

/** The same for all tests of a file. */
export const useCustomsFixture = (set?: OptionChanges) =>
	useFixture(async () => await startCustomsFixture(set));
