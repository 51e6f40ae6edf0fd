const { rm } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

const iconFiles = '{nodes,credentials}/**/*.{svg,png}';
const jsonFiles = [
	'{nodes,credentials}/**/*.node.json',
	'{nodes,credentials}/**/__schema__/**/*.json',
];

/** Icons are copied byte by byte (`encoding: false`), or gulp 5 would spoil the PNGs. */
const icons = () => src(iconFiles, { encoding: false }).pipe(dest('dist'));

/** Codex files (`*.node.json`) and output schemas (`__schema__`). */
const json = () => src(jsonFiles).pipe(dest('dist'));

exports.clean = () => rm('dist', { recursive: true, force: true });
exports.assets = parallel(icons, json);
