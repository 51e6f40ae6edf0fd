/** Who opens the links by which n8n asks for approval: it answers no robot, such as a browser without a window. */
export const PERSON =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
