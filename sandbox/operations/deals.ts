import { Type, type TSchema } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { invalid } from '../contract/refusal';
import { component, integer, reference } from '../contract/schemas';
import type { Form } from '../domain/properties/property';
import type { deal, DealRow } from '../domain/properties/records';
import { deals } from '../domain/records/deals';
import { readableRecord } from '../domain/records/kind';
import { isLockedAgainst } from '../domain/records/phases';
import { update } from '../domain/records/writing';
import { forEachItem } from '../domain/rules/bulk';
import { settingOf } from '../domain/rules/references';
import type { Idiom } from './idiom';
import { idIn, operation, type Call } from './operation';
import type { BulkCreateOptions } from './recordOperations';

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
			summary: idiom.summary('Bulk update', 'deal', 'deals'),
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
