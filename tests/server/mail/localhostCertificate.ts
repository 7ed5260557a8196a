/** A certificate of `localhost` that nobody trusts, with its key, for servers of tests; good for a hundred years. */
export const localhostCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXZPd0uhK/rX33vs9
DiMmYL54xGzPNdyySYxGNNYflXyhRANCAARg4Xbr2oPDw8TdN6Q4ggJtrPc14iPA
mNGuvB8tpy3Twe7QI1Deq82tmECU0ChFjocTasfxGh+TiiFuC6k/1oyL
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUDZT0CVnkNWim/0usmvbfP9j6D0gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIyMjcyM1oYDzIxMjYxMDI3
MjIyNzIzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARg4Xbr2oPDw8TdN6Q4ggJtrPc14iPAmNGuvB8tpy3Twe7QI1Deq82t
mECU0ChFjocTasfxGh+TiiFuC6k/1oyLo28wbTAdBgNVHQ4EFgQUOppLy7OoK4VC
3SZRmjENGQB4FrAwHwYDVR0jBBgwFoAUOppLy7OoK4VC3SZRmjENGQB4FrAwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgBeHWzRG1Cn7ccKq/GeZqrYyciCN/4IdB8wIJKlna6mgCIQD9
yb22V+Lk3bw8hHx4P1s4+jevcT1LLSTxjj20VAhuvQ==
-----END CERTIFICATE-----
`
} as const
