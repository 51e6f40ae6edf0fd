/** The values, limits and errors that all parts share; it imports none of these parts. */
export * from './idSet';
export { LIMITS } from './ownLimits.json';
export {
	DAILY_QUOTA,
	FILTER_NODES,
	LARGEST_PAGE,
	MOST_ROWS,
	SERVICE_RATE,
} from './serviceLimits.json';
export * from './usageError';
export * from './values';
