/** What answers tell besides their content: the clock, the type, and the rate. */
import { httpDate } from '../../api/httpDate';
import { textOf } from '../../values';
import { asDescribed, differs, held, unclear, type Finding } from './finding';
import type { Check } from './inquiry';
import type { Known } from './known';
import { shownPlace } from './names';

/** A clock that is off by more than this is worth a word. */
const NEAR_MS = 5_000;

function clock(known: Known): Finding {
	const check = 'clock';
	const [last] = known.heard.slice(-1);
	if (!last || last.serverTime === undefined) {
		return differs({
			check,
			evidence: 'answers carry no Date',
			advice: 'The trigger goes by n8n’s clock then: keep it right.',
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
				'The trigger goes by the service’s clock. Set n8n’s clock right, or tell whoever runs the service.',
		},
	);
}

function contentType(known: Known): Finding {
	const odd = known.heard
		.filter(({ form }) => form === 'json' || form === 'jsonWithMark')
		.map(({ form, headers }) =>
			form === 'jsonWithMark'
				? 'JSON comes behind a byte order mark'
				: /json/i.test(textOf(headers['content-type']))
					? undefined
					: 'JSON comes as another type of content',
		)
		.filter((each) => each !== undefined);
	const [first] = odd;
	return held('contentType', first ?? 'JSON is called JSON', {
		if: first !== undefined,
		advice: 'Nothing to do where lists and records are found all the same.',
	});
}

const RATE = /^(x-)?rate-?limit/;

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
		advice: 'Nothing to do: the pace is set by Requests per Second in the credential.',
	});
}

function refusals(known: Known): Finding {
	const check = 'rateLimit';
	const overloaded = known.heard.filter(({ status }) => status === 503).length;
	if (known.limited.length === 0 && overloaded === 0) {
		return unclear(check, 'The rate limit was not reached.');
	}
	if (overloaded > 0) {
		return differs({
			check,
			evidence: '503 where the rate limit may be meant',
			advice: 'Lower Requests per Second in the credential.',
		});
	}
	const waits = known.limited.map((headers) => headers['retry-after']);
	const form = waits.some((each) => each === undefined)
		? '429 without Retry-After'
		: waits.some((each) => httpDate(each) !== undefined)
			? '429 with Retry-After as a date'
			: '429 with Retry-After in seconds';
	return differs({
		check,
		evidence: `${form}, at the pace of the credential`,
		shape: form,
		advice:
			'Others use the same limit, or it is lower than 5 a second: lower Requests per Second in the credential.',
	});
}

export const limits: Check = {
	check: 'limits',
	inquire: (known) => [clock(known), contentType(known), rate(known), refusals(known)],
};
