/**
 * Mails of wins one by one, while executions run at once and with one at a time, as docs/trigger.md, Which to
 * choose, has it. `E2E_WINS=50` for fewer in each batch than 200.
 */
import { equal, isTrue } from '../checks';
import type { Books } from '../chain/books';
import { overlapping } from '../chain/overlap';
import { minutesSince, type Arrived } from '../figures';
import { MailServer } from '../standIns/mailServer';
import type { Part } from './part';

const WINS = Number(process.env.E2E_WINS ?? 200);
const ONE_AT_A_TIME = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' };

const arrivedIn = ({ deals, missing, doubled, unexplained }: Books): Arrived => ({
	...{ written: deals, handedOut: deals - missing, lost: missing, doubled },
	unexplained: unexplained.length,
});

export const overlap: Part = {
	name: 'overlap',
	about: 'mails one by one while executions run at once, and with one at a time',
	isBase: false,
	needs: [],
	run: async (world) => {
		const began = Date.now();
		const mail = await MailServer.start(world.site.scratch);
		const of = async (title: string, variables?: Record<string, string>) => {
			const books = await overlapping(world, mail, { title, deals: WINS, variables });
			console.log(`  ${title}: ${JSON.stringify(books)}`);
			await world.check(`${title}: nothing is missing, and a batch came again`, () => {
				equal([books.missing, books.wrong], [0, []]);
				const handedOut = books.executions.reduce((sum, [, deals]) => sum + deals, 0);
				isTrue(`${handedOut} of ${books.deals}`, handedOut > books.deals);
			});
			await world.check(`${title}: whoever is told twice is in executions that succeeded`, () => {
				equal(books.unexplained.length, books.doubled);
			});
			return books;
		};
		const atOnce = await of('at-once');
		const oneByOne = await of('one-at-a-time', ONE_AT_A_TIME);
		await world.check('with one execution at a time, nobody is told twice', () => {
			equal(oneByOne.doubled, 0);
		});
		world.tell('overlap', {
			done: { kills: 2, winsOfABatch: WINS },
			minutes: minutesSince(began),
			results: {
				'executions at once': arrivedIn(atOnce),
				'one execution at a time': arrivedIn(oneByOne),
			},
		});
	},
};
