import { type TSchema, Type } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { invalid, notFound } from '../contract/refusal';
import { component, integer, reference } from '../contract/schemas';
import type { Form } from '../domain/properties/property';
import type { DealRow, deal } from '../domain/properties/records';
import { contacts } from '../domain/records/contacts';
import { deals } from '../domain/records/deals';
import { readableRecord } from '../domain/records/kind';
import { isLockedAgainst } from '../domain/rules/wonAndLost';
import { readRecords } from '../domain/records/reading';
import { update } from '../domain/records/writing';
import { forEachItem } from '../domain/rules/bulk';
import { contactOf, dealOf, settingOf } from '../domain/rules/references';
import type { SortKey } from '../domain/rules/search/filter';
import { sql } from '../domain/store/sql';
import type { Idiom } from './idiom';
import { pageQuery, tablePage } from './lists';
import { type Call, idIn, operation } from './operation';
import { type BulkCreateOptions, readOptions } from './recordOperations';

/** A deal of that type which the caller may read; one of another type is a failed validation. */
function dealOfType(call: Call, dealTypeId: number, id: number): DealRow {
	const row = readableRecord(call, deals, id);
	if (row.dealTypeId !== dealTypeId) throw invalid(`deal ${id} is not of deal type ${dealTypeId}`);
	return row;
}

/** The bulk operations on deals: the deal type of the path is that of every item (v2 §4.6, v1 §4). */
export function dealBulk(idiom: Idiom, parameter: string) {
	const path = `/deal_types/{${parameter}}/deals/bulk`;
	const params = { [parameter]: integer };
	const dealTypeOf = (call: Call) => settingOf(call, 'dealType', idIn(call, parameter)).id;
	const { create, update: changes } = deals.schemas(idiom.version);
	const formOfType = Type.Object({ ...create.properties, dealType: Type.Optional(reference) });
	const item = Type.Object({ id: integer, ...changes.properties });
	const createMany: BulkCreateOptions<DealRow> = {
		...{ path, params, query: idiom.notice, item: component('DealFormOfType', formOfType) },
		start(call) {
			const dealTypeId = dealTypeOf(call);
			return (form) => {
				const { id = dealTypeId } = (form.dealType ?? {}) as { id?: number };
				if (id !== dealTypeId) throw invalid(`dealType ${id} is not that of the path`);
				return { dealTypeId };
			};
		},
	};
	/** @param respond what the response holds of the deals updated and skipped */
	const updateMany = (
		response: TSchema | null,
		respond: (updated: DealRow[], skipped: DealRow[]) => unknown,
	) =>
		operation({
			...{ id: 'deal.updateMany', method: 'PATCH', path, response, needs: 'deal.write' },
			summary: 'Bulk update deals',
			params: Type.Object(params),
			query: Type.Object(idiom.notice),
			body: Type.Object({
				deals: Type.Array(component('DealChangesItem', item), { maxItems: most.bulkItems }),
			}),
			run(call) {
				const dealTypeId = dealTypeOf(call);
				const updated: DealRow[] = [];
				const skipped: DealRow[] = [];
				const items = call.body.deals as Array<Form<typeof deal> & { id: number }>;
				forEachItem(items, ({ id, ...form }) => {
					const row = dealOfType(call, dealTypeId, id);
					if (isLockedAgainst(call, row, form)) skipped.push(row);
					else updated.push(update(call, deals, row, { form }));
				});
				call.wrote(updated.map(({ id }) => id));
				return respond(updated, skipped);
			},
		});
	return { createMany, updateMany };
}

/** What each version writes its own way about the contacts of a deal. */
interface DealContacts {
	/** The path parameters that name the two. */
	dealId: string;
	contactId: string;
	/** The order of the list. */
	order: SortKey[];
}

/** The contacts linked with a deal (v2 §4.7, v1 §4). */
export function dealContactsIn(idiom: Idiom, details: DealContacts) {
	const { contactCustoms } = idiom;
	const path = `/deals/{${details.dealId}}/contacts`;
	const both = Type.Object({ [details.dealId]: integer, [details.contactId]: integer });
	const readableDeal = (call: Call) => readableRecord(call, deals, idIn(call, details.dealId));
	const single = { path: `${path}/{${details.contactId}}`, params: both, response: null };
	return [
		operation({
			...{ id: 'dealContact.getMany', method: 'GET', path },
			summary: 'List deal contacts',
			params: Type.Object({ [details.dealId]: integer }),
			query: Type.Object(pageQuery),
			response: idiom.pageEnvelope('contacts', contacts.schemas(idiom.version).shape),
			run(call) {
				const { service, caller, query } = call;
				// Of a deal that the caller may not read the permitted contacts are shown (v2 §5).
				const { id } = dealOf(call, idIn(call, details.dealId));
				const where = [
					sql`t.id IN (SELECT toId FROM link WHERE kind = 'dealContact' AND fromId = ${id})`,
					...service.permissions.conditions(caller, 'contact'),
				];
				const list = { table: service.store.contacts, where, order: details.order };
				const asked = { page: query.page };
				const { rows, envelope } = tablePage(service, list, asked, idiom.hasFixedPages);
				const options = readOptions(idiom, {}, contactCustoms);
				return idiom.respond('contacts', readRecords(call, contacts, rows, options), envelope);
			},
		}),
		operation({
			...{ ...single, id: 'dealContact.link', method: 'POST', creates: true },
			summary: 'Link contact to deal',
			needs: 'deal.write',
			run(call) {
				const { id } = readableDeal(call);
				const contact = contactOf(call, idIn(call, details.contactId));
				call.service.store.link('dealContact', id, contact.id);
				call.wrote([id]);
			},
		}),
		operation({
			...{ ...single, id: 'dealContact.unlink', method: 'DELETE' },
			summary: 'Unlink contact',
			needs: 'deal.write',
			run(call) {
				const { store } = call.service;
				const { id } = readableDeal(call);
				const contact = contactOf(call, idIn(call, details.contactId));
				if (!store.linked('dealContact', 'fromId', [id])(id).includes(contact.id)) {
					throw notFound(`a link of deal ${id} to contact`, contact.id);
				}
				store.unlink('dealContact', sql`fromId = ${id} AND toId = ${contact.id}`);
				call.wrote([id]);
			},
		}),
	];
}
