/**
 * Blanks at the ends of keys, names and one-line texts: nobody means them, and many files have them. They are those that
 * n8n, spreadsheets and web pages leave: no-break, ideographic, zero-width, line ends.
 */
import stories from './blanks.json';
import { useNodeFixture } from '../support/nodeFixture';
import { tell } from './support/stories';

// What was written a moment ago is found at once.
tell(stories, useNodeFixture({ seed: 'small', set: { searchLagMs: 0 } }));
