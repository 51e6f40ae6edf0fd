/** `npm run turned`: a service that decides otherwise wherever the documents leave something open. */
module.exports = require('./support/deploymentConfig')('turned');
