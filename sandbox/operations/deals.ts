import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { invalid } from '../contract/refusal';
import { integer } from '../contract/schemas';
import { dealChangesItem, dealFormOfType } from '../domain/records/deal/form';
import { isLockedAgainst } from '../domain/records/deal/phases';
import { createDeal, updateDeal } from '../domain/records/deal/write';
import { readableRecord } from '../domain/records/kind';
import { deals } from '../domain/records/kinds';
import { forEachItem } from '../domain/rules/bulk';
import { settingOf } from '../domain/rules/references';
import type { DealRow } from '../domain/store/rows';
import type { Idiom } from './idiom';
import { idIn, operation, type Call } from './operation';

/** A deal of that type which the caller may read; one of another type is a failed validation. */
function dealOfType(call: Call, dealTypeId: number, id: number): DealRow {
	const deal = readableRecord(call, deals, id);
	if (deal.dealTypeId !== dealTypeId) throw invalid(`deal ${id} is not of deal type ${dealTypeId}`);
	return deal;
}

/** The bulk operations on deals: the deal type of the path is that of every item (v2 §4.6, v1 §4). */
export function dealBulk(idiom: Idiom, parameter: string) {
	const path = `/deal_types/{${parameter}}/deals/bulk`;
	const params = { [parameter]: integer };
	const dealTypeOf = (call: Call) => settingOf(call, 'dealType', idIn(call, parameter)).id;
	return {
		create: {
			...{ path, params, query: idiom.notice, item: dealFormOfType },
			make(call: Call) {
				const id = dealTypeOf(call);
				return (form: Static<typeof dealFormOfType>) => {
					if (form.dealType && form.dealType.id !== id) {
						throw invalid(`dealType ${form.dealType.id} is not that of the path`);
					}
					return createDeal(call, { ...form, dealType: { id } });
				};
			},
		},
		/** @param respond what the response holds of the deals updated and skipped */
		update: (
			response: TSchema | null,
			respond: (updated: DealRow[], skipped: DealRow[]) => unknown,
		) =>
			operation({
				...{ id: 'deal.updateMany', method: 'PATCH', path, response, needs: 'deal.write' },
				summary: idiom.summary('Bulk update', 'deal', 'deals'),
				params: Type.Object(params),
				query: Type.Object(idiom.notice),
				body: Type.Object({ deals: Type.Array(dealChangesItem, { maxItems: most.bulkItems }) }),
				run(call) {
					const dealTypeId = dealTypeOf(call);
					const updated: DealRow[] = [];
					const skipped: DealRow[] = [];
					forEachItem(call.body.deals, ({ id, ...changes }) => {
						const deal = dealOfType(call, dealTypeId, id);
						if (isLockedAgainst(call, deal, changes)) skipped.push(deal);
						else updated.push(updateDeal(call, deal, changes));
					});
					call.wrote(updated.map(({ id }) => id));
					return respond(updated, skipped);
				},
			}),
	};
}
