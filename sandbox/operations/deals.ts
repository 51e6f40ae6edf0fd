import { type TSchema, Type } from '@sinclair/typebox';
import { invalid, notFound } from '../contract/refusal';
import { component, integer, reference } from '../contract/schemas';
import type { DealRow } from '../domain/properties/records';
import { contacts } from '../domain/records/contacts';
import { deals } from '../domain/records/deals';
import { readableRecord } from '../domain/records/kind';
import { isLockedAgainst } from '../domain/rules/wonAndLost';
import { rowOf } from '../domain/rules/references';
import { sql } from '../domain/store/sql';
import type { Idiom, Sorting } from './idiom';
import { type Call, idIn, operation } from './operation';
import { operationsOn } from './recordOperations';

/** The bulk operations on deals: the deal type of the path is that of every item (v2 §4.6, v1 §4). */
export function dealBulk(idiom: Idiom, parameter: string) {
	const deal = operationsOn({ idiom, kind: deals, path: '/deals' });
	const { create, update } = deals.schemas(idiom.version);
	const ofType = {
		path: `/deal_types/{${parameter}}/deals/bulk`,
		query: idiom.notice,
	};
	const dealTypeOf = (call: Call) => rowOf(call, 'dealType', idIn(call, parameter)).id;
	const formOfType = Type.Object({ ...create.properties, dealType: Type.Optional(reference) });
	const changes = Type.Object({ id: integer, ...update.properties });
	return {
		createMany: deal.createMany({
			...ofType,
			item: component('DealFormOfType', formOfType),
			start(call) {
				const dealTypeId = dealTypeOf(call);
				return (form) => {
					const { id = dealTypeId } = (form.dealType ?? {}) as { id?: number };
					if (id !== dealTypeId) throw invalid(`dealType ${id} is not that of the path`);
					return { dealTypeId };
				};
			},
		}),
		/** @param respond what the response holds of the deals updated and skipped */
		updateMany: (
			response: TSchema | null,
			respond?: (updated: DealRow[], skipped: DealRow[]) => unknown,
		) =>
			deal.updateMany({
				...ofType,
				item: component('DealChangesItem', changes),
				response,
				respond,
				skips(call) {
					const dealTypeId = dealTypeOf(call);
					return (row, form) => {
						if (row.dealTypeId !== dealTypeId) {
							throw invalid(`deal ${row.id} is not of deal type ${dealTypeId}`);
						}
						return isLockedAgainst(call, row, form);
					};
				},
			}),
	};
}

/** What each version writes its own way about the contacts of a deal. */
interface DealContacts {
	/** The path parameters that name the two. */
	dealId: string;
	contactId: string;
	/** The order of the list, if not by id. */
	sorting?: Sorting;
}

/** The contacts linked with a deal (v2 §4.7, v1 §4). */
export function dealContactsIn(idiom: Idiom, { dealId, contactId, sorting }: DealContacts) {
	const path = `/deals/{${dealId}}/contacts`;
	const needs = 'deal.write';
	const single = { path: `${path}/{${contactId}}`, response: null, needs };
	const endsOf = (call: Call) => ({
		id: readableRecord(call, deals, idIn(call, dealId)).id,
		contactId: rowOf(call, 'contact', idIn(call, contactId)).id,
	});
	return [
		operationsOn({ idiom, kind: { ...contacts, filters: {} }, path }).getMany({
			id: 'dealContact.getMany',
			isPaged: true,
			sorting,
			where(call) {
				// Of a deal that the caller may not read the permitted contacts are shown (v2 §5).
				const { id } = rowOf(call, 'deal', idIn(call, dealId));
				return [
					sql`t.id IN (SELECT otherId FROM link
						WHERE kind = 'deal' AND id = ${id} AND otherKind = 'contact')`,
				];
			},
		}),
		operation({
			...single,
			id: 'dealContact.link',
			method: 'POST',
			creates: true,
			run(call) {
				const ends = endsOf(call);
				call.service.store.link(['deal', ends.id], ['contact', ends.contactId]);
				call.wrote([ends.id]);
			},
		}),
		operation({
			...single,
			id: 'dealContact.unlink',
			method: 'DELETE',
			run(call) {
				const { store } = call.service;
				const ends = endsOf(call);
				if (!store.linked(['deal', ends.id], 'contact').includes(ends.contactId)) {
					throw notFound(`a link of deal ${ends.id} to contact`, ends.contactId);
				}
				store.link(['deal', ends.id], ['contact', ends.contactId], true);
				call.wrote([ends.id]);
			},
		}),
	];
}
