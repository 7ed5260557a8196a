/** The calls for facility and user imports, copied by hand (001 §7); the steps after the upload are our own. */
export const importPaths = `POST /facilities/import-csv
  POST /facilities/import-facilities-StorEDGE
  POST /facilities/import-facilities-SiteLink
  POST /facilities/import-facilities-ssm
  GET /facilities/imports/{id}
  GET /facilities/imports/{id}/rows
  PUT /facilities/imports/{id}/mapping
  PUT /facilities/imports/{id}/rows/{row}
  POST /facilities/imports/{id}/commit
  POST /facilities/imports/{id}/resume
  POST /facilities/imports/{id}/cancel
  GET /facilities/imports/{id}/errors
  POST /users/import
  GET /users/imports/{id}
  GET /users/imports/{id}/rows
  PUT /users/imports/{id}/mapping
  PUT /users/imports/{id}/rows/{row}
  POST /users/imports/{id}/commit
  POST /users/imports/{id}/resume
  POST /users/imports/{id}/cancel
  GET /users/imports/{id}/errors
  `
