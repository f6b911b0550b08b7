module github.com/flux-monorepo/tools/flux-manifests

go 1.26.0
