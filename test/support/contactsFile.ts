/** A spreadsheet of contacts as people keep one: names instead of ids, and numbers as they write them. */
import { toCsv } from './csv';
import { many } from './many';

/** The customers that the file names. */
export const CUSTOMERS = many(40, (at) => `Works of the town ${at}`);

export const HEADER = [
	'Name',
	'E-mail',
	'phone number',
	'Mobile Number',
	'Department',
	'Position',
	'Customer',
	'Level',
	'Topics',
	'Team',
	'Score',
	'Rate',
	'Key date',
	'contact_text',
	'Newsletter',
];

/** People, in the care of two users by name; every fifth cell that may be empty is. */
export const contactsFile = (users: readonly string[], count = 200) =>
	toCsv(
		HEADER,
		many(count, (at) => [
			`Person "${at}", Dr.`,
			`person.${at}@import.example`,
			`03-1234-${1000 + at}`,
			at % 5 === 0 ? '' : `090-0000-${1000 + at}`,
			at % 5 === 1 ? '' : 'Sales',
			'Manager',
			CUSTOMERS[at % CUSTOMERS.length]!,
			['Gold', 'Silver', 'Bronze'][at % 3]!,
			'Price, Service',
			users[at % 2]!,
			'1.250',
			'1.000,50',
			'2026-11-30',
			'Met at the fair',
			'yes',
		]),
	);
