import { text } from '../../contract/schemas';
import * as records from '../properties/recordFields';
import { companyOf } from '../rules/companies';
import { isPartOf } from '../rules/filters';
import { rowOf } from '../rules/references';
import { indexOf } from '../rules/search/columns';
import { recordKind } from './kind';

/** The properties of a form that also decide on other properties. */
interface Given {
	industry?: { id?: number } | null;
	establishYear?: number | null;
	webUrl?: string | null;
}

export const customerIndex = indexOf('customer', records.customer);

/** Customers (v2 §2.4, §4.4). */
export const customers = recordKind<records.CustomerRow>('Customer', {
	name: 'customer',
	plural: 'customers',
	table: 'customer',
	properties: records.customer,
	index: customerIndex,
	// `settle` checks that the industry exists, if nothing overrides it.
	writers: { industryId: (given: number | null) => given },
	readers: {
		company: ({ companyName: name, companyNum }) => ({ name, companyNum }),
	},
	settle(scope, draft, { industry, establishYear, webUrl }: Given, before) {
		// `{id}` overrides industryId; null leaves it in effect; an object without id unsets the
		// industry even if industryId is present (v2 §4.4).
		const chosenIndustry = industry ? (industry.id ?? null) : draft.industryId;
		if (chosenIndustry !== null && chosenIndustry !== before?.industryId)
			rowOf(scope, 'industry', chosenIndustry);
		const company = companyOf(scope, webUrl);
		return {
			...draft,
			companyName: companyOf(scope, draft.webUrl)?.name ?? null,
			// Neither null nor empty text clears the company number (v2 §4.4).
			companyNum: before ? draft.companyNum || before.companyNum : draft.companyNum,
			// The registered company's founding year, where none is given (v2 §2.4).
			...(before || establishYear !== undefined
				? {}
				: { establishYear: company?.establishYear ?? null }),
			// A website that identifies a company replaces the industry by that company's (v2 §2.4).
			industryId: company ? company.industryId : chosenIndustry,
		};
	},
	filters: { searchWord: [text, isPartOf('t.name')] },
});
