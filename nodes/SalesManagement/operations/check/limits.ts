/** What answers tell besides their content: the clock, the type, and the rate. */
import { httpDate } from '../../api/http/headers';
import { textOf } from '../../values';
import { asDescribed, differs, held, unclear, type Finding } from './finding';
import type { Check } from './inquiry';
import type { Known } from './known';
import { shownPlace } from './names';
import { NOTHING } from './words';

/** A clock that is off by more than this is worth a word. */
const NEAR_MS = 5_000;

function clock(known: Known): Finding {
	const check = 'clock';
	// A single answer without it may be that of a gateway.
	const last = known.heard.findLast(({ serverTime }) => serverTime !== undefined);
	if (last?.serverTime === undefined) {
		return differs({
			check,
			evidence: 'answers carry no Date',
			advice:
				'The service does not say what time it is, so that triggers go by n8n’s clock: make sure that the clock of n8n’s machine is right.',
		});
	}
	const off = Math.round((last.serverTime - last.now) / 1000);
	const isNear = Math.abs(off) * 1000 <= NEAR_MS;
	return held(
		check,
		isNear
			? 'Date is within 5 s of n8n’s clock'
			: `Date is ${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} n8n’s clock`,
		{
			if: !isNear,
			shape: 'Date is off',
			advice:
				'The clocks of n8n and of the service differ. Triggers go by the service’s clock and lose nothing; set n8n’s clock right, so that times in your workflows are right too.',
		},
	);
}

function contentType(known: Known): Finding {
	const isOdd = known.heard.some(
		({ form, headers }) => form === 'json' && !/json/i.test(textOf(headers['content-type'])),
	);
	const evidence = isOdd ? 'JSON comes as another type of content' : 'JSON is called JSON';
	return held('contentType', evidence, {
		if: isOdd,
		advice: `The service calls its responses by another type. The node reads them all the same. ${NOTHING}`,
	});
}

const RATE = /^(x-)?rate-?limit-?/;

/** The headers by which many services tell a rate; this one’s documents name none. */
function rate(known: Known): Finding {
	const names = new Set(
		known.heard.flatMap(({ headers }) =>
			Object.keys(headers)
				.filter((name) => RATE.test(name))
				.map(shownPlace),
		),
	);
	if (names.size === 0) return asDescribed('rateHeaders', 'answers tell nothing of a rate');
	return differs({
		check: 'rateHeaders',
		evidence: `answers carry ${[...names].sort().join(', ')}`,
		advice: `The service tells how many requests it takes. The node goes by Requests per Second in the credential. ${NOTHING}`,
	});
}

/** v2 §8, v1 §8. */
const DOCUMENTED_A_SECOND = 5;
/** What a credential may send in a day is another matter, which the documents have as well. */
const A_DAY = 86_400;

/** What a header such as `X-RateLimit-Limit: 60` or `RateLimit-Policy: 60;w=60` allows a second at the most. */
function mostASecond([name, value]: [string, unknown]): number {
	if (!/(?:limit|policy)$/.test(name.replace(RATE, ''))) return Infinity;
	const count = /(?:^|q=)\s*(\d+)/.exec(textOf(value))?.[1];
	// No limit is meant for less than a second.
	const seconds = Number(/\bw=(\d+)/.exec(textOf(value))?.[1] ?? 1);
	return count === undefined || seconds >= A_DAY ? Infinity : Number(count) / seconds;
}

/** Whether answers name a limit themselves that is lower than the documents have it. */
const saysLess = (known: Known): boolean =>
	[...known.heard.map(({ headers }) => headers), ...known.limited]
		.flatMap((headers) => Object.entries(headers))
		.filter(([name]) => RATE.test(name))
		.some((header) => mostASecond(header) < DOCUMENTED_A_SECOND);

const LOWER = 'lower Requests per Second in the credential';

function refusalsOf({ limited, heard }: Known): string | undefined {
	const waits = limited.map((headers) => headers['retry-after']);
	if (waits.length === 0) {
		const isOverloaded = heard.some(({ status }) => status === 503);
		return isOverloaded ? '503, which may mean the rate limit' : undefined;
	}
	if (waits.some((each) => each === undefined)) return '429 without Retry-After';
	return waits.some((each) => httpDate(each) !== undefined)
		? '429 with Retry-After as a date'
		: '429 with Retry-After in seconds';
}

/** A refusal alone is no difference: other programs may share the limit. */
function refusals(known: Known): Finding {
	const check = 'rateLimit';
	if (saysLess(known)) {
		return differs({
			check,
			evidence: `answers name a limit of less than ${DOCUMENTED_A_SECOND} requests a second`,
			advice: `The service takes less than its documents say: ${LOWER}.`,
		});
	}
	const refused = refusalsOf(known);
	return refused === undefined
		? unclear(check, 'The rate limit was not reached.')
		: unclear(
				check,
				`${refused}, at the pace of the credential`,
				`Another program may use the same credential at this time, or the limit is lower than documented: ${LOWER} if this comes back.`,
			);
}

export const limits: Check = {
	check: 'limits',
	inquire: (known) => [clock(known), contentType(known), rate(known), refusals(known)],
};
