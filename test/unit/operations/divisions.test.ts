/** How long lists were divided is remembered by credential and request, of a few hundred lists. */
import type { Client } from '../../../nodes/SalesManagement/api/types';
import {
	divisionFor,
	keepDivision,
} from '../../../nodes/SalesManagement/operations/stretches/divisions';

const clientOf = (fingerprint: string) => ({ fingerprint }) as Client;
const list = (dealTypeId: number) => ({
	operation: 'deal.getMany' as const,
	query: { dealTypeId },
});
const division = { bounds: [{ time: 1, rank: 1 }] as const, pageSize: 1, count: 1 };
const client = clientOf('a');

test('is that of the same credential and the same request alone', () => {
	keepDivision(client, list(1), division);
	expect(divisionFor(client, list(1))).toBe(division);
	expect(divisionFor(clientOf('b'), list(1))).toBeUndefined();
	expect(divisionFor(client, list(2))).toBeUndefined();
	expect(divisionFor(client, { operation: 'deal.getMany' })).toBeUndefined();
});

test('is forgotten on request', () => {
	keepDivision(client, list(1), division);
	keepDivision(client, list(1));
	expect(divisionFor(client, list(1))).toBeUndefined();
});

test('is forgotten for lists that were not read for the longest time', () => {
	keepDivision(client, list(0), division);
	keepDivision(client, list(1), division);
	for (let at = 2; at < 200; at++) keepDivision(client, list(at), division);
	keepDivision(client, list(0), division);
	keepDivision(client, list(200), division);
	expect(divisionFor(client, list(1))).toBeUndefined();
	expect(divisionFor(client, list(0))).toBe(division);
	expect(divisionFor(client, list(200))).toBe(division);
});
