import { Type } from '@sinclair/typebox';
import { invalid, notFound } from '../contract/refusal';
import { component, reference } from '../contract/schemas';
import type { DealRow } from '../domain/properties/recordFields';
import { requireReadable } from '../domain/permissions';
import { contacts } from '../domain/records/contacts';
import { deals } from '../domain/records/deals';
import { isLockedAgainst } from '../domain/rules/wonAndLost';
import { rowOf } from '../domain/rules/references';
import { sql } from '../domain/store/sql';
import type { Conventions, Sorting } from './versions';
import { type Call, type Operation, idIn, operation } from './operation';
import { type BulkUpdateOptions, operationsOn } from './recordOperations';

/**
 * The bulk operations on deals: the deal type of the path is that of every item (v2 §4.6, v1 §4).
 * @param update the response of an update, made of the deals updated and those skipped
 */
export function dealBulkIn(
	conventions: Conventions,
	parameter: string,
	update: Pick<BulkUpdateOptions<DealRow>, 'response' | 'respond'>,
): Operation[] {
	const deal = operationsOn({ conventions, kind: deals, path: '/deals' });
	const ofType = { path: `/deal_types/{${parameter}}/deals/bulk`, query: conventions.notice };
	const dealTypeOf = (call: Call) => rowOf(call, 'dealType', idIn(call, parameter)).id;
	const { properties } = deals.schemas(conventions.version).create;
	const form = Type.Object({ ...properties, dealType: Type.Optional(reference) });
	return [
		deal.createMany({
			...ofType,
			item: component('DealFormOfType', form),
			start(call) {
				const dealTypeId = dealTypeOf(call);
				return ({ dealType }) => {
					const { id = dealTypeId } = (dealType ?? {}) as { id?: number };
					if (id !== dealTypeId) throw invalid(`dealType ${id} is not that of the path`);
					return { dealTypeId };
				};
			},
		}),
		deal.updateMany({
			...ofType,
			...update,
			skips(call) {
				const dealTypeId = dealTypeOf(call);
				return (row, changes) => {
					if (row.dealTypeId !== dealTypeId) {
						throw invalid(`deal ${row.id} is not of deal type ${dealTypeId}`);
					}
					return isLockedAgainst(call, row, changes);
				};
			},
		}),
	];
}

/** The names and the order in which the versions differ. */
interface DealContacts {
	/** The path parameters that hold the ids of the deal and the contact. */
	dealId: string;
	contactId: string;
	/** The order of the list, if not by id. */
	sorting?: Sorting;
}

/** The operations on the contacts of a deal (v2 §4.7, v1 §4). */
export function dealContactsIn(
	conventions: Conventions,
	{ dealId, contactId, sorting }: DealContacts,
) {
	const path = `/deals/{${dealId}}/contacts`;
	const needs = 'deal.write';
	const single = { path: `${path}/{${contactId}}`, response: null, needs };
	// A deal that the caller may not read is a 403 (S8).
	const dealOf = (call: Call) => {
		const { id } = rowOf(call, 'deal', idIn(call, dealId));
		requireReadable(call, deals, id);
		return id;
	};
	/** Links a deal and a contact, or unlinks them. */
	const setLink =
		(isGone: boolean) =>
		(call: Call): void => {
			const { store } = call.service;
			const deal = dealOf(call);
			const contact = rowOf(call, 'contact', idIn(call, contactId)).id;
			if (isGone && !store.linked(['deal', deal], 'contact').includes(contact)) {
				throw notFound(`a link of deal ${deal} to contact`, contact);
			}
			store.link(['deal', deal], ['contact', contact], isGone);
			call.wrote([deal]);
		};
	return [
		operationsOn({ conventions, kind: { ...contacts, filters: {} }, path }).getMany({
			id: 'dealContact.getMany',
			isPaged: true,
			sorting,
			where: (call) => [
				sql`t.id IN (SELECT otherId FROM link
					WHERE kind = 'deal' AND id = ${dealOf(call)} AND otherKind = 'contact')`,
			],
		}),
		operation({
			...single,
			id: 'dealContact.link',
			method: 'POST',
			creates: true,
			run: setLink(false),
		}),
		operation({ ...single, id: 'dealContact.unlink', method: 'DELETE', run: setLink(true) }),
	];
}
