/** Names in the place of IDs, as forms and columns take them. */
import type { IDataObject } from 'n8n-workflow';
import { byId } from '../../support/nodeFixture';

/** By name, as the locator's form has it. */
export const named = (value: string) => ({ __rl: true, mode: 'name', value });

export const nameOf = (value: unknown) => (value as IDataObject | null | undefined)?.name;
export const idOf = (value: unknown) => (value as IDataObject | null | undefined)?.id;

/** The form of a new deal that names what it refers to. */
export const dealNamed = (parts: IDataObject = {}): IDataObject => ({
	name: 'By names',
	expectedContractDate: '2026-12-24',
	customer: named('Acme Works'),
	dealType: 'New business',
	phase: 'Proposal',
	product: 'Consulting',
	probability: 'B (50%)',
	channel: 'Website',
	user: byId(1),
	...parts,
});

/** A row's columns are its fields. */
export const FROM_INPUT = {
	fieldsFrom: 'input',
	columns: { mappingMode: 'autoMapInputData', value: null },
};
