import type { Scope } from '../scope';
import type { CompanyRow } from '../properties/recordFields';
import { rowsOf } from './references';

/** The part of a website address that identifies its owner: its host without `www`. */
function hostOf(webUrl: string): string {
	return (
		webUrl
			.trim()
			.toLowerCase()
			.replace(/^[a-z]+:\/\//, '')
			.replace(/^www\./, '')
			.split(/[/?#:]/)[0] ?? ''
	);
}

/** The company that a website address identifies; undefined unless exactly one has that address (v2 §2.4). */
export function companyOf(scope: Scope, webUrl: string | null | undefined): CompanyRow | undefined {
	if (!webUrl) return undefined;
	const host = hostOf(webUrl);
	const companies = rowsOf(scope, 'company').filter(
		(company) => company.webUrl !== null && hostOf(company.webUrl) === host,
	);
	return companies.length === 1 ? companies[0] : undefined;
}
