/** What comes and goes with the records that happen to come first, and says nothing lasting of the service. */
import type { Finding } from './finding';
import type { Known } from './known';

/** Custom objects are found through a record that has some, unless the form names them. */
const LINKED = /:customObject\./;
/** The latest deal has contacts, or has none. */
const OF_ONE_DEAL = /:dealContact\./;

/** @returns the findings, marked where they are such. */
export const withChance = (findings: readonly Finding[], { givenKey }: Known): Finding[] =>
	findings.map((each) => {
		const isByChance = OF_ONE_DEAL.test(each.check) || (!givenKey && LINKED.test(each.check));
		return isByChance ? { ...each, isOfRecords: true } : each;
	});
