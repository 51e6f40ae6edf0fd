/** The paths of the sandbox's own pages: people and tests use them, and the service has none of them. */
export const ownPaths = {
	page: '/page',
	steering: '/__sandbox',
	reference: '/docs',
	descriptions: '/openapi',
};
