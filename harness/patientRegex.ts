/**
 * n8n gives up a regular expression after 250 ms of the clock: on a busy machine that much passes
 * while the process merely waits for its turn. Here they have as long as they take.
 */
import { setSafeRegexEngine } from 'n8n-workflow';

const global = (flags = '') => (flags.includes('g') ? flags : `${flags}g`);

setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) =>
		input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags) =>
		Array.from(input.matchAll(new RegExp(pattern, global(flags)))),
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});
