/** Files to import, written line by line. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import type { DealParts } from './account';

export const KEY = 'deal_text';

const keyOf = (at: number): string => `row-${String(at).padStart(8, '0')}`;

async function written(file: string, lines: Iterable<string>): Promise<string> {
	const stream = createWriteStream(file);
	for (const line of lines) {
		if (!stream.write(`${line}\r\n`)) await once(stream, 'drain');
	}
	stream.end();
	await once(stream, 'finish');
	return file;
}

/** So many deals, each with a key of its own. */
export async function dealsFile(
	file: string,
	{
		count,
		parts,
		customers,
		users,
	}: {
		count: number;
		parts: readonly DealParts[];
		customers: readonly number[];
		users: readonly number[];
	},
): Promise<string> {
	function* lines(): Generator<string> {
		yield `${KEY},name,amount,expectedContractDate,customer,dealType,phase,product,probability,channel,user,memo`;
		for (let at = 0; at < count; at++) {
			const { dealType, phase, product, probability, channel } = parts[
				at % parts.length
			] as DealParts;
			const customer = customers[at % customers.length];
			const user = users[at % users.length];
			const day = `2027-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
			yield `${keyOf(at)},Import ${at},${(at % 5000) * 1000},${day},${customer},${dealType},${phase},${product},${probability},${channel},${user},"Line ${at}, imported"`;
		}
	}
	return await written(file, lines());
}
